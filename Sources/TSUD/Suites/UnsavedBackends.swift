import Foundation

/// The suites with changes that are not synchronized yet, which happens when the process exits normally.
///
/// The system does this for apps, but not in time for other programs, which call `exit` or return from `main`.
final class UnsavedBackends: Sendable {
    /// `nil` in a program for which the system synchronizes.
    static let shared = isNeeded(byBundleAt: Bundle.main.bundleURL) ? UnsavedBackends() : nil
    private let suites = Locked<[any SynchronizedBackend]>([])
    /// How many are kept before they are synchronized; a program may create a new suite for each write.
    private let limit = 100

    private init() {
        // A C function can't capture Self.
        // swiftlint:disable:next prefer_self_in_static_references
        atexit { UnsavedBackends.shared?.synchronizeAll() }
    }

    /// Whether a program is neither an app nor an extension of one.
    static func isNeeded(byBundleAt url: URL) -> Bool { !["app", "appex"].contains(url.pathExtension) }

    func insert(_ suite: any SynchronizedBackend) {
        let isFull = suites.withLock { suites in
            if !suites.contains(where: { $0 === suite }) { suites.append(suite) }
            return suites.count > limit
        }
        if isFull { synchronizeAll() }
    }

    /// - Returns: whether it was unsaved.
    @discardableResult
    func remove(_ suite: any SynchronizedBackend) -> Bool {
        suites.withLock { suites in
            suites.firstIndex { $0 === suite }.map { suites.remove(at: $0) } != nil
        }
    }

    private func synchronizeAll() {
        let unsaved = suites.withLock { suites in
            defer { suites = [] }
            return suites
        }
        for suite in unsaved { suite.defaults.synchronize() }
    }
}
