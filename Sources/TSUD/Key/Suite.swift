#if !canImport(Darwin)
import Foundation

/// The slots of all suites, by the suite's name; `nil` names the standard suite.
final class SlotTables: @unchecked Sendable {
    static let shared = SlotTables()
    private let lock = NSLock()
    private var tables: [String?: SlotTable] = [:]

    func table(ofSuiteNamed name: String?) -> SlotTable {
        lock.withLock {
            if let table = tables[name] { return table }
            let table = SlotTable()
            tables[name] = table
            return table
        }
    }

    var all: [SlotTable] { lock.withLock { Array(tables.values) } }
}

extension Slot {
    /// The place of a key in a suite: one object for all `UserDefaults` objects of one suite name.
    static func of(_ key: String, in suite: UserDefaults) -> Slot {
        if let suite = suite as? EphemeralSuite {
            return suite.slots.slot(for: key) { Slot(key: key, saver: nil) }
        }
        let saver = SuiteSaver.of(suite)
        let table = SlotTables.shared.table(ofSuiteNamed: saver.suiteName)
        return table.slot(for: key) { Slot(key: key, saver: saver) }
    }
}
#endif
