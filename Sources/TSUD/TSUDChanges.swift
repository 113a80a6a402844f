public import Foundation

extension Collection where Element == any TSUD.Type {
    /// The settings that change, each time the stored object of one or of a member of it changes, no matter how.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// for await setting in settings.changes() {
    ///     print(setting.stringKey, setting.value)
    /// }
    /// ```
    ///
    /// No change after this call is missed. Several changes of one setting are coalesced while the reader is busy, and
    /// a change that is undone meanwhile is not delivered. The sequence ends when its task is cancelled. The call looks
    /// at everything in the suites; each change costs a comparison of what has changed.
    ///
    /// - Parameters:
    ///   - suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSettings`.
    ///   - isolation: the actor on which settings are read, by default that of the caller; a loop on another actor
    ///     reads them there.
    /// - Returns: a sequence of the settings' key types.
    public func changes(in suite: UserDefaults? = nil, isolation: (any Actor)? = #isolation) -> TSUDChanges {
        var names = StoredNames()
        return TSUDChanges(map { TSUDChanges.ListedSetting($0, in: suite ?? $0.currentSuite, &names) }, isolation)
    }
}

/// An asynchronous sequence of the settings of a list that change; see `changes(in:isolation:)`.
///
/// Each iterator is independent and compares with what was stored when the sequence was created.
public struct TSUDChanges: AsyncSequence {
    /// The key type of a setting.
    public typealias Element = any TSUD.Type
    /// It never fails.
    public typealias Failure = Never

    /// A setting, with the objects that were stored for it and its members when they were last looked at.
    struct ListedSetting {
        let key: any TSUD.Type
        private let suite: UserDefaults
        private var objects: [String: Any]

        init(_ key: any TSUD.Type, in suite: UserDefaults, _ names: inout StoredNames) {
            self.key = key
            self.suite = suite
            objects = key.storedObjects(in: suite, &names)
        }

        /// The observers of the setting and of its members.
        var observations: [KeyObservers] { key.observations(in: suite) }

        /// The names that may have something else stored by now.
        func names(_ names: inout StoredNames) -> Set<String> {
            Set(objects.keys).union(key.storedObjects(in: suite, &names).keys).union([key.stringKey])
        }

        /// Whether what is stored under a name has changed since the last look.
        mutating func hasChanged(_ name: String) -> Bool {
            guard let (name, object) = key.storedObject(named: name, in: suite) else { return false }
            defer { objects[name] = object }
            return !isSameObject(objects[name], object)
        }
    }

    private let settings: [ListedSetting]
    /// The actor of the call that made the sequence.
    private let isolation: (any Actor)?

    init(_ settings: [ListedSetting], _ isolation: (any Actor)?) {
        self.settings = settings
        self.isolation = isolation
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(settings, isolation) }

    /// Iterates over the changes.
    public struct Iterator: AsyncIteratorProtocol, ActorIterator {
        private var settings: [ListedSetting]
        private let reader: Reader
        private let isolation: (any Actor)?
        /// The settings that each observation concerns.
        private let concerned: [Observed: [Int]]
        /// The names to look at, the first one last.
        private var due: [(setting: Int, name: String)]

        init(_ settings: [ListedSetting], _ isolation: (any Actor)?) {
            self.settings = settings
            self.isolation = isolation
            var observations: [KeyObservers] = []
            var concerned: [Observed: [Int]] = [:]
            for (index, setting) in settings.enumerated() {
                for observation in setting.observations {
                    observations.append(observation)
                    concerned[observation.observed, default: []].append(index)
                }
            }
            self.concerned = concerned
            reader = Reader(of: observations)
            // Something may have changed since the call.
            var names = StoredNames()
            due = []
            for (index, setting) in settings.enumerated().reversed() {
                for name in setting.names(&names) { due.append((index, name)) }
            }
        }

        /// Waits for the next change, on the caller's actor; `nil` if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> (any TSUD.Type)? {
            while !Task.isCancelled {
                if let setting = nextChanged() { return setting }
                takeNames()
                guard due.isEmpty else { continue }
                guard await reader.change() else { return nil }
            }
            return nil
        }

        /// Looks at what is due until something has changed.
        private mutating func nextChanged() -> (any TSUD.Type)? {
            while let (setting, name) = due.popLast() {
                if settings[setting].hasChanged(name) { return settings[setting].key }
            }
            return nil
        }

        private mutating func takeNames() {
            for name in reader.takeNames().reversed() {
                for observed in Observed.concerned(by: name).reversed() {
                    for setting in (concerned[observed] ?? []).reversed() { due.append((setting, name)) }
                }
            }
        }

        /// Waits for the next change on the actor of the call of `changes`; `nil` if the task is cancelled.
        public mutating func next() async -> (any TSUD.Type)? {
            let caller = #isolation
            return await next(on: isolation ?? caller)
        }
    }
}

extension TSUD {
    /// What is stored for the setting or the member that a name belongs to, by its current name.
    fileprivate static func storedObject(named name: String, in suite: UserDefaults) -> (name: String, object: Any?)? {
        self.in(suite).key.key(storedAs: name).map { ($0.key, $0.storedObject) }
    }

    fileprivate static func observations(in suite: UserDefaults) -> [KeyObservers] {
        let key = self.in(suite).key
        return [key.observation, key.observationOfMembers]
    }
}
