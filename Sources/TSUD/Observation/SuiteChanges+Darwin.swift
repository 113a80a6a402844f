#if canImport(Darwin)
/// Where changes of whole suites are announced: nowhere, as the system is asked about each key.
enum SuiteChanges {
    /// Tells the readers of a key in every suite that a registered default is new: left to the system.
    static func announceEverywhere(_ key: String) {}
}
#endif
