import Foundation
import TSUD

/// The name and the suite that the current command uses for every `chosen` key.
enum Chosen {
    nonisolated(unsafe) static var key = ""
    nonisolated(unsafe) static var suite = UserDefaults.standard
}

/// A subclass that prints each call of `synchronize()`.
final class PrintingDefaults: UserDefaults {
    override func synchronize() -> Bool {
        say("synchronized")
        return super.synchronize()
    }
}

/// A key for any type of value.
enum chosen<Value: Codable & Sendable>: TSUD {
    static var defaultValue: Value? { nil }
    static var stringKey: String { Chosen.key }
    static var suite: UserDefaults { Chosen.suite }
}

typealias number = chosen<Int>
typealias moment = chosen<Date>
typealias list = chosen<[Int]>

/// A key with a fixed name, for observers.
enum observed: TSUD {
    static let defaultValue = 0
    static var suite: UserDefaults { Chosen.suite }
}

/// An ordinary key, for measurements.
enum counted: TSUD {
    static let defaultValue = 0
    static let stringKey = "k"
    nonisolated(unsafe) static let suite = UserDefaults(suiteName: "loop.key") ?? .standard
}

/// A key that a launch argument overrides.
enum hidden: TSUD { static let defaultValue: Int? = nil }

/// A key that stores any property-list object.
enum anyObject: TSUD {
    static let defaultValue: AnyObjectForm? = nil
    static var stringKey: String { Chosen.key }
    static var suite: UserDefaults { Chosen.suite }
    static func storedForm(of value: AnyObjectForm?) -> Any? { value?.object }
}

struct AnyObjectForm: Codable, @unchecked Sendable {
    var object: Any = ""

    init(object: Any) { self.object = object }
    init(from decoder: any Decoder) {}
    func encode(to encoder: any Encoder) {}
}

/// A key with many members.
enum bulk: TSUD {
    static let defaultValue = 0
    static var suite: UserDefaults { Chosen.suite }
}
