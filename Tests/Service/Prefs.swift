import Foundation
import TSUD
import TSUDCommands

/// The settings of a service: in two suites, with members, and one with its own type.
enum Prefs {
    static var all: [any TSUD.Type] {
        [
            port.self, logLevel.self, isVerbose.self, region.self, quota.self, endpoints.self, limits.self,
            startsAt.self, upstream.self, apiKey.self,
        ]
    }

    enum port: TSUD {
        static let defaultValue = 8080

        struct OutOfRange: LocalizedError { let errorDescription: String? = "it must be from 1 to 65535" }

        static func validate(_ value: Int) throws { if !(1...65535).contains(value) { throw OutOfRange() } }
    }

    enum logLevel: DescribedSetting {
        static let defaultValue = Level.info
        static let summary = "how much is logged"
    }

    enum isVerbose: TSUD {
        static let defaultValue = false
        static let stringKey = "Is Verbose"
    }

    enum region: TSUD { static let defaultValue: String? = nil }

    /// Each tenant may have its own value.
    enum quota: SharedSetting {
        static let defaultValue = 1.5
        static let summary = "how much a tenant may store, in GB"
        static let hasMembers = true
    }

    enum endpoints: SharedSetting {
        static let defaultValue: [String] = []
        static let summary = "where others are"
    }

    enum limits: SharedSetting {
        static let defaultValue = Limits(requests: 100, burst: 2.5, since: nil)
        static let summary = "the limits of a client"
    }

    enum startsAt: TSUD { static let defaultValue = Date(timeIntervalSinceReferenceDate: 0) }

    enum upstream: TSUD { static let defaultValue: URL? = nil }

    enum apiKey: DescribedSetting {
        static let defaultValue: String? = nil
        static let summary = "the key of the billing service"
        static let isSecret = true
        static let optionName: String? = "--key"
        static let variableName: String? = "BILLING_KEY"

        struct TooShort: LocalizedError { let errorDescription: String? = "it is too short" }

        static func validate(_ value: String?) throws { if let value, value.count < 4 { throw TooShort() } }
    }
}

enum Level: String, Codable, CaseIterable { case debug, info, error }

struct Limits: Codable, Equatable {
    var requests: Int
    var burst: Double
    var since: Date?
}

/// A setting that all services of a machine share.
protocol SharedSetting: DescribedSetting {}

extension SharedSetting { static var suiteName: String { "service.shared" } }
