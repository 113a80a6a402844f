import Foundation

@testable import TSUD

/// A change that the trial makes.
enum AppleTrialOperation: CaseIterable {
    case write, reset, update, updateWithForeignChange
    case set, remove, otherProcess, manage, unmanage, register, addSuite, removeSuite

    /// Whether a key announces it, be there a difference or not.
    var isByKey: Bool { [.write, .reset, .update, .updateWithForeignChange].contains(self) }

    func run(_ key: any TSUD<Int>.Type, _ suite: StandInDefaults, _ number: Int) {
        let (name, system) = (key.stringKey, suite.system)
        switch self {
        case .write: key.set(number, suite)
        case .reset: key.reset(in: suite)
        case .update: _ = try? key.update(in: suite) { value in Inside.run { value = number } }
        case .updateWithForeignChange:
            _ = try? key.update(in: suite) { value in
                Inside.run {
                    system.setElsewhere(number + 100, forKey: name, in: suite.domain)
                    _ = key.get(suite)
                    value = number
                }
            }
        case .set: suite.set(number, forKey: name)
        case .remove: suite.removeObject(forKey: name)
        case .otherProcess:
            system.setElsewhere(number, forKey: name, in: suite.domain)
            Inside.run { _ = key.get(suite) }
        case .manage:
            system.manage(number, forKey: name, in: suite.domain)
            Inside.run { _ = suite.object(forKey: "another") }
        case .unmanage: system.manage(nil, forKey: name, in: suite.domain)
        case .register: suite.register(defaults: [name: number])
        case .addSuite: suite.addSuite(named: "two")
        case .removeSuite: suite.removeSuite(named: "two")
        }
    }
}

/// Whether the current thread is inside a read or the body of an update, where nothing may be announced.
enum Inside {
    private static let key = "TSUD.inside"
    static var isCurrent: Bool { Thread.current.threadDictionary[key] != nil }

    static func run<Result>(_ body: () -> Result) -> Result {
        let outer = Thread.current.threadDictionary[key]
        Thread.current.threadDictionary[key] = true
        defer { Thread.current.threadDictionary[key] = outer }
        return body()
    }
}
