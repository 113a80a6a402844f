package import Foundation
package import TSUD
import Testing

/// A type with a value that serves as a key's default.
package protocol Defaulted: Codable { static var standIn: Self { get } }

/// A key for any type of value, so that a table of cases does not need a key type for each.
///
/// All have the same `stringKey`, because each test has its own suite.
package enum key<Value: Defaulted>: Reporting {
    package static var defaultValue: Value { .standIn }
    package static var stringKey: String { "key" }
}

/// A key of optional values whose default is a value.
package enum filledKey<Value: Defaulted>: Reporting {
    package static var defaultValue: Value? { Value.standIn }
    package static var stringKey: String { "key" }
}

/// A key of any name.
package enum anyName: TSUD {
    @TaskLocal package static var name = ""
    package static let defaultValue = 1
    package static var stringKey: String { name }
}

/// Collects the errors that the keys of the tests report.
///
/// An unexpected report fails the test that causes it.
package final class Reports: @unchecked Sendable {
    @TaskLocal private static var current: Reports?
    private let lock = NSLock()
    private var errors: [TSUDError] = []

    /// The errors reported while a closure runs.
    package static func during(_ body: () throws -> Void) rethrows -> [TSUDError] {
        let reports = Reports()
        try $current.withValue(reports) { try body() }
        return reports.lock.withLock { reports.errors }
    }

    package static func take(_ error: TSUDError) {
        guard let current else {
            Issue.record(error, "Nobody expected this report")
            return
        }
        current.lock.withLock { current.errors.append(error) }
    }
}

/// A key whose errors a test expects.
package protocol Reporting: TSUD {}

extension Reporting { package static func report(_ error: TSUDError) { Reports.take(error) } }

/// A key whose errors a test expects, and does not look at.
package protocol Unreported: TSUD {}

extension Unreported { package static func report(_ error: TSUDError) {} }

extension Bool: Defaulted { package static var standIn: Self { true } }
extension Int: Defaulted { package static var standIn: Self { 77 } }
extension Int8: Defaulted { package static var standIn: Self { 77 } }
extension Int16: Defaulted { package static var standIn: Self { 77 } }
extension Int32: Defaulted { package static var standIn: Self { 77 } }
extension Int64: Defaulted { package static var standIn: Self { 77 } }
extension UInt: Defaulted { package static var standIn: Self { 77 } }
extension UInt8: Defaulted { package static var standIn: Self { 77 } }
extension UInt16: Defaulted { package static var standIn: Self { 77 } }
extension UInt32: Defaulted { package static var standIn: Self { 77 } }
extension UInt64: Defaulted { package static var standIn: Self { 77 } }
extension Double: Defaulted { package static var standIn: Self { 7.75 } }
extension Float: Defaulted { package static var standIn: Self { 7.75 } }
extension CGFloat: Defaulted { package static var standIn: Self { 7.75 } }
extension Decimal: Defaulted { package static var standIn: Self { 77 } }
extension String: Defaulted { package static var standIn: Self { "stand-in" } }
extension Date: Defaulted { package static var standIn: Self { Date(timeIntervalSinceReferenceDate: 77) } }
extension Data: Defaulted { package static var standIn: Self { Data([77]) } }
extension URL: Defaulted { package static var standIn: Self { URL(fileURLWithPath: "/stand-in") } }
extension UUID: Defaulted {
    package static var standIn: Self { UUID(uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7)) }
}
extension Array: Defaulted where Element: Codable { package static var standIn: Self { [] } }
extension Dictionary: Defaulted where Key: Codable, Value: Codable { package static var standIn: Self { [:] } }
extension Set: Defaulted where Element: Codable { package static var standIn: Self { [] } }
extension Optional: Defaulted where Wrapped: Codable { package static var standIn: Self { nil } }
