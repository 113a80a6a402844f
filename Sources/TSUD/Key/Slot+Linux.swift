#if !canImport(Darwin)
import Foundation

extension Slot {
    /// The place of a key in a suite: one for all `UserDefaults` objects of one suite name.
    static func of(_ key: String, in suite: UserDefaults) -> Slot {
        if let suite = suite as? EphemeralSuite {
            return suite.storage.slots.slot(for: key) { Slot(key: key) }
        }
        let saver = SuiteSaver.of(suite)
        let table = SuiteChanges.slots(of: ObjectIdentifier(saver))
        return table.slot(for: key) { Slot(key: key, saver: saver) }
    }

    /// Tells everybody who hears of changes that this process has stored something.
    ///
    /// An ephemeral suite tells of it by itself.
    func announceStored() {
        if saver != nil { observers.changed() }
    }
}
#endif
