#if os(Linux)
import Foundation
import TSUD
import TSUDText

/// An administrator's files that are applied to the settings of a list.
///
/// Its suites are used in the isolation of the call that has applied them, because that is where the settings' own code
/// runs. Everything else uses the snapshots.
final class AppliedFiles: @unchecked Sendable {
    private var suites: [SystemSuite]
    private var task: Task<Void, Never>?
    private let shared = Locked<(snapshots: [Snapshot], faults: Set<String>)>(([], []))

    /// The state of a suite's files after they were read.
    struct Snapshot: Sendable {
        let suite: SuiteIdentity
        let keys: Set<Spelling>
        let members: Set<SystemSuite.Member>
        /// The files that can't be read, in the order of the search.
        let damages: [(path: String, isLocked: Bool)]
    }

    private static let applied = Locked<[Set<ObjectIdentifier>: AppliedFiles]>([:])

    /// The states of the files that are applied to a suite.
    static func snapshots(of suite: UserDefaults) -> [Snapshot] {
        let identity = suite.suiteIdentity
        return applied.withLock { Array($0.values) }.flatMap(\.snapshots).filter { $0.suite == identity }
    }

    private var snapshots: [Snapshot] { shared.withLock { $0.snapshots } }
    /// The faults that the last reading has found.
    var faults: Set<String> { shared.withLock { $0.faults } }

    /// Applies files to a list, and follows them in the caller's isolation.
    ///
    /// - Parameters:
    ///   - settings: The list.
    ///   - suite: The suite of all settings; `nil` for each setting's own.
    ///   - places: Returns the places of a suite's files.
    ///   - isolation: The isolation.
    /// - Returns: The applied files.
    @discardableResult
    static func apply(
        to settings: [any TSUD.Type],
        in suite: UserDefaults? = nil,
        places: (UserDefaults) -> SystemPlaces = { SystemPlaces(of: $0) },
        isolation: isolated (any Actor)? = #isolation
    ) -> AppliedFiles {
        let list = Set(settings.map { ObjectIdentifier($0) })
        let old = suite == nil ? applied.withLock { $0[list] } : nil
        old?.task?.cancel()
        let files = AppliedFiles(settings.handles(in: suite), places, replacing: old?.snapshots ?? [])
        // A fault that is already logged is not logged again.
        files.shared.withLock { $0.faults = old?.faults ?? [] }
        files.refresh()
        if suite == nil { applied.withLock { $0[list] = files } }
        files.follow(isolation: isolation)
        return files
    }

    private init(_ handles: [any AnyHandle], _ places: (UserDefaults) -> SystemPlaces, replacing old: [Snapshot]) {
        let bySuite = Dictionary(grouping: handles) { $0.suite.suiteIdentity }
        suites = bySuite.compactMap { identity, handles in
            guard let suite = handles.first?.suite else { return nil }
            let keys = old.first { $0.suite == identity }?.keys ?? []
            return SystemSuite(suite, places(suite), handles, replacing: keys)
        }
    }

    /// Reads the files that have changed, and logs new faults.
    func refresh() {
        var found: Set<String> = []
        for index in suites.indices { found.formUnion(suites[index].refresh()) }
        // Another list may share a suite, and have logged its faults.
        let known = Self.applied.withLock { Array($0.values) }.reduce(faults) { $0.union($1.faults) }
        for fault in found.subtracting(known).sorted() { Log.write(fault) }
        let new = suites.map {
            Snapshot(suite: $0.suite.suiteIdentity, keys: $0.keys, members: $0.members, damages: $0.damages)
        }
        shared.withLock { $0 = (new, found) }
    }

    private func follow(isolation: isolated (any Actor)?) {
        let places = suites.map(\.places).filter { !$0.bases.isEmpty }
        if places.isEmpty { return }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let owner = "applied \(ObjectIdentifier(self))"
        SaveQueue.shared.watch(for: owner, { places.flatMap(\.watchedPaths) }, { continuation.yield() })
        task = Task { [weak self] in
            // Isolates the task.
            _ = isolation
            for await _ in changes { self?.refresh() }
        }
    }

    deinit { task?.cancel() }
}
#endif
