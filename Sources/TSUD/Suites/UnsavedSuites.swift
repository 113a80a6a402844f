import Foundation

/// The suites with changes to synchronize when a program exits.
final class UnsavedSuites: Sendable {
    /// Those of the process.
    ///
    /// In an app, there are none: the system saves an app's changes. It would be too late for another program, which
    /// calls `exit` or returns from `main`.
    static let ofProcess: UnsavedSuites = {
        if let url = Bundle.mainIfAvailable?.bundleURL, !isSavedAtExit(byBundleAt: url) {
            return UnsavedSuites(limit: 0)
        }
        // A C function can't capture Self.
        // swiftlint:disable:next prefer_self_in_static_references
        atexit { UnsavedSuites.ofProcess.synchronizeAll() }
        return UnsavedSuites()
    }()

    private let suites = Locked<[SynchronizedSuite]>([])
    /// The number of suites at which all are synchronized; 0 if none is recorded.
    ///
    /// A program may create a new suite for each write.
    private let limit: Int

    init(limit: Int = 100) { self.limit = limit }

    /// Whether a program is neither an app nor an extension of one.
    static func isSavedAtExit(byBundleAt url: URL) -> Bool { !["app", "appex"].contains(url.pathExtension) }

    /// Records that there is something to save.
    func insert(_ suite: SynchronizedSuite) {
        if limit == 0 { return }
        let count = suites.withLock { suites in
            if !suites.contains(where: { $0 === suite }) { suites.append(suite) }
            return suites.count
        }
        if count > limit { synchronizeAll() }
    }

    /// Records that a suite is saved, or need not be.
    ///
    /// - Returns: Whether there was something to save.
    @discardableResult
    func remove(_ suite: SynchronizedSuite) -> Bool {
        suites.withLock { suites in
            guard let index = suites.firstIndex(where: { $0 === suite }) else { return false }
            suites.remove(at: index)
            return true
        }
    }

    private func synchronizeAll() {
        let all = suites.withLock { suites in
            defer { suites.removeAll() }
            return suites
        }
        for suite in all { suite.defaults.synchronize() }
    }
}
