/// A second copy of the library in one process, which a test bundle brings into its app if both link it.
///
/// Each copy has its own ephemeral suites, so that of a test does not reach the app: the test changes real settings.
enum SecondCopy {
    /// The name that the first copy takes in the process, in which a name can be taken only once.
    static let mark = "TSUDInThisProcess"

    /// What to log when a copy is first used.
    ///
    /// - Parameter hasTakenMark: whether this copy could take the mark.
    /// - Returns: `nil` if it is the first one.
    static func warning(hasTakenMark: Bool) -> String? {
        if hasTakenMark { return nil }
        return """
            TSUD is in this process twice: an app and its test bundle both link it. withEphemeralSuite in one doesn't \
            reach the other, so tests change the app's real settings. Link TSUD to the app only; the test bundle uses \
            the app's.
            """
    }
}
