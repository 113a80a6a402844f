/// The one place where the keys of a suite are said to have changed, whoever changed them.
enum SuiteChanges {
    /// Tells the readers of these keys, in the suite of this name, that their stored objects may be new.
    ///
    /// Call it with no lock held: readers run in it.
    static func announce(_ keys: some Sequence<String>, inSuiteNamed name: String?) {
    }
}
