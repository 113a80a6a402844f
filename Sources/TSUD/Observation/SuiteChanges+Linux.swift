#if !canImport(Darwin)
import Foundation

/// The one place where the keys of a suite are said to have changed, by whatever finds out.
enum SuiteChanges {
    /// Tells the readers of these keys, in the suite of this saver, that their stored objects may be new.
    ///
    /// Call it with no lock held: readers run in it.
    static func announce(_ keys: some Sequence<String>, in suite: ObjectIdentifier) {
        slots(of: suite).announce(keys)
    }

    /// Tells the readers of a key in every suite: the registration domain lies under all of them.
    static func announceEverywhere(_ key: String) {
        for table in tables.all { table.announce(CollectionOfOne(key)) }
    }

    /// The slots of the suite that has this saver, which is one for all objects of the suite.
    static func slots(of suite: ObjectIdentifier) -> SlotTable { tables.table(of: suite) }

    private static let tables = SlotTables()
}

private final class SlotTables: @unchecked Sendable {
    private let lock = NSLock()
    private var tables: [ObjectIdentifier: SlotTable] = [:]

    func table(of suite: ObjectIdentifier) -> SlotTable {
        lock.withLock {
            if let table = tables[suite] { return table }
            let table = SlotTable()
            tables[suite] = table
            return table
        }
    }

    var all: [SlotTable] { lock.withLock { Array(tables.values) } }
}
#endif
