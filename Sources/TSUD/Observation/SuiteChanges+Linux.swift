#if !canImport(Darwin)
import Foundation

/// The one place where the keys of a suite are said to have changed, by whatever finds out.
enum SuiteChanges {
    /// Tells the readers of these keys, in the suite of this name, that their stored objects may be new.
    ///
    /// Call it with no lock held: readers run in it.
    static func announce(_ keys: some Sequence<String>, inSuiteNamed name: String?) {
        slots(ofSuiteNamed: name).announce(keys)
    }

    /// Tells the readers of a key in every suite: the registration domain lies under all of them.
    static func announceEverywhere(_ key: String) {
        for table in tables.all { table.announce(CollectionOfOne(key)) }
    }

    /// The slots of the suite of a name; `nil` names the standard suite.
    static func slots(ofSuiteNamed name: String?) -> SlotTable { tables.table(ofSuiteNamed: name) }

    private static let tables = SlotTables()
}

private final class SlotTables: @unchecked Sendable {
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
#endif
