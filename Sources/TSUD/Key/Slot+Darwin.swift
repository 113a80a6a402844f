#if canImport(Darwin)
import Foundation

extension Slot {
    /// The place of a key in a suite: one for each `UserDefaults` object, since the suite's name can't be asked for.
    static func of(_ key: String, in suite: UserDefaults) -> Slot {
        if let suite = suite as? EphemeralSuite {
            return suite.storage.slots.slot(for: key) { Slot(key: key) }
        }
        return Slot(key: key, saver: SuiteSaver.of(suite), source: ChangeSource(key: key, suite: suite))
    }

    /// Tells everybody who hears of changes that this process has stored something: the system does.
    func announceStored() {}
}
#endif
