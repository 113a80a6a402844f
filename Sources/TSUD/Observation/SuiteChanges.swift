/// The one place where the keys of a suite are said to have changed, by whatever finds out.
enum SuiteChanges {
    /// Tells the readers of these keys, in the suite of this name, that their stored objects may be new.
    ///
    /// Call it with no lock held: readers run in it.
    static func announce(_ keys: some Sequence<String>, inSuiteNamed name: String?) {
        SlotTables.shared.table(ofSuiteNamed: name).announce(keys)
    }

    /// Tells the readers of a key in every suite: the registration domain lies under all of them.
    static func announceEverywhere(_ key: String) {
        for table in SlotTables.shared.all { table.announce(CollectionOfOne(key)) }
    }
}
