import Foundation

/// The suites that were written and not synchronized since, which is done when the process ends normally.
///
/// The system does it for apps, and not in time for other programs, which end by `exit` or by returning from `main`.
final class UnsavedSuites: @unchecked Sendable {
    static let shared = UnsavedSuites()
    private let lock = NSLock()
    private var suites: [ObjectIdentifier: SynchronizedSuite] = [:]
    /// A program may make a suite anew for each write; that many are kept before they are synchronized.
    private let limit = 100

    private init() {
        guard !["app", "appex"].contains(Bundle.main.bundleURL.pathExtension) else { return }
        atexit { UnsavedSuites.shared.synchronizeAll() }
    }

    func insert(_ suite: SynchronizedSuite) {
        let isFull = lock.withLock {
            suites[ObjectIdentifier(suite)] = suite
            return suites.count > limit
        }
        if isFull { synchronizeAll() }
    }

    /// - Returns: whether it was among them.
    @discardableResult
    func remove(_ suite: SynchronizedSuite) -> Bool {
        lock.withLock { suites.removeValue(forKey: ObjectIdentifier(suite)) != nil }
    }

    private func synchronizeAll() {
        let unsaved = lock.withLock {
            defer { suites = [:] }
            return suites
        }
        for suite in unsaved.values { suite.defaults.synchronize() }
    }
}
