/// The suites that an update has begun in, all of which it changes or none.
final class Update {
    /// The key that an error names, if it is only one.
    private let key: String?
    private let deadline: ContinuousClock.Instant
    private var suites: [any SuiteBackend] = []
    /// Why the first suite could not be begun in.
    private(set) var failure: TSUDError?

    init(_ key: String?, patience: Duration) {
        (self.key, deadline) = (key, .now + patience)
    }

    /// Begins in a suite, at its first use.
    ///
    /// After a failure no other is waited for.
    func begin(in suite: any SuiteBackend) {
        // Several `UserDefaults` objects may be of one suite, and have its observers in common.
        if failure != nil || suites.contains(where: { $0.observations === suite.observations }) { return }
        do throws(TSUDError) {
            UpdateLock.shared.begin(in: suite.observations)
            try suite.beginUpdate(by: deadline)
            suites.append(suite)
        } catch {
            failure = error.code == .busy ? .busy(key) : error
        }
    }

    /// Stores all changes, by one call for each suite, and tells the observers of those that are some.
    ///
    /// What can fail is done in all suites before the first is changed.
    ///
    /// - Throws: what has kept the update from a suite, `notSaved`.
    func store(_ changes: [KeyChange]) throws(TSUDError) {
        for change in changes { begin(in: change.backend) }
        if let failure { throw failure }
        let writes = changes.suiteWrites
        for write in writes { try write.backend.prepareUpdate(write.stored) }
        for write in writes { write.announce(try write.backend.commitUpdate(write.stored)) }
    }

    /// Ends it in all suites.
    func end() {
        for suite in suites { suite.endUpdate() }
    }
}
