public import Foundation

extension Collection where Element == any TSUD.Type {
    /// Returns a sequence of the settings whose stored objects change, for any reason.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// for await setting in settings.changes() {
    ///     print(setting.stringKey, setting.value)
    /// }
    /// ```
    ///
    /// The sequence also delivers a setting if the object of a member changes. It misses no change after this call. It
    /// combines changes of one setting while the reader is busy, and skips changes that are undone in that time. It ends
    /// with its task, and never throws. The cost of this call grows with the number of keys in the suites.
    ///
    /// The sequence isn't `Sendable`, because its elements, the types of settings, aren't.
    ///
    /// - Parameters:
    ///   - suite: The suite of all settings. `nil` stands for each setting's own suite, or for the ephemeral suite that
    ///     replaces it.
    ///   - isolation: The actor on which TSUD reads settings, by default the caller's. A loop on another actor reads them
    ///     there.
    /// - Returns: The sequence.
    public func changes(in suite: UserDefaults? = nil, isolation: (any Actor)? = #isolation) -> TSUDChanges {
        var names = StoredNames()
        return TSUDChanges(handles(in: suite).map { TSUDChanges.ListedSetting($0, &names) }, isolation)
    }
}

/// An asynchronous sequence of the changed settings of a list.
///
/// `changes(in:isolation:)` of a list returns it. Each iterator is independent of others, and compares with the objects
/// that were stored when the sequence was created.
public struct TSUDChanges: AsyncSequence {
    /// The type of a setting.
    public typealias Element = any TSUD.Type
    /// The type of the sequence's errors: it never throws.
    public typealias Failure = Never

    /// A setting, with the objects of it and its members at the last comparison.
    struct ListedSetting {
        let handle: any AnyHandle
        private var objects: NamedValues<FoundObject>

        init(_ handle: any AnyHandle, _ names: inout StoredNames) {
            self.handle = handle
            objects = handle.storedObjects(&names).mapValues { FoundObject($0, .stored) }
            if let (name, object) = handle.storedOrSystemObject(named: handle.stringKey) { objects[name] = object }
        }

        /// The names whose objects may have changed.
        func names(_ names: inout StoredNames) -> [String] {
            DistinctNames(objects.keys + handle.storedObjects(&names).keys + [handle.stringKey]).inOrder
        }

        /// Whether the object of a name has changed since the last comparison.
        mutating func hasChanged(_ name: String) -> Bool {
            guard let (name, object) = handle.storedOrSystemObject(named: name) else { return false }
            defer { objects[name] = object }
            return !objects[name].isSame(as: object)
        }
    }

    private let settings: [ListedSetting]
    /// The actor of the call that made the sequence.
    private let isolation: (any Actor)?

    init(_ settings: [ListedSetting], _ isolation: (any Actor)?) {
        self.settings = settings
        self.isolation = isolation
    }

    /// Returns an iterator, which observes the settings from now on.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(settings, isolation) }

    /// An iterator that delivers the changed settings to one reader.
    public struct Iterator: AsyncIteratorProtocol, ActorIterator {
        private var settings: [ListedSetting]
        private let reader: ListReader
        private let isolation: (any Actor)?
        /// The names to compare, in reverse order.
        private var due: [(setting: Int, name: String)]

        init(_ settings: [ListedSetting], _ isolation: (any Actor)?) {
            self.settings = settings
            self.isolation = isolation
            reader = ListReader(settings.map(\.handle))
            // Something may have changed since the call.
            var names = StoredNames()
            due = []
            for (index, setting) in settings.enumerated().reversed() {
                for name in setting.names(&names) { due.append((index, name)) }
            }
        }

        /// Returns the next changed setting on the caller's actor, or `nil` if the task is canceled.
        ///
        /// - Parameter actor: The actor on which TSUD reads settings.
        /// - Returns: The setting, or `nil`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> (any TSUD.Type)? {
            while !Task.isCancelled {
                if let setting = nextChanged() { return setting }
                due = reader.takeNames().reversed()
                guard due.isEmpty else { continue }
                guard await reader.change() else { return nil }
            }
            return nil
        }

        /// Compares due names until one has changed.
        private mutating func nextChanged() -> (any TSUD.Type)? {
            while let (setting, name) = due.popLast() {
                if settings[setting].hasChanged(name) { return settings[setting].handle.setting }
            }
            return nil
        }

        /// Returns the next changed setting on the actor of the call of `changes`, or `nil` if the task is canceled.
        ///
        /// - Returns: The setting, or `nil`.
        public mutating func next() async -> (any TSUD.Type)? {
            let caller = #isolation
            return await next(on: isolation ?? caller)
        }
    }
}

extension AnyHandle {
    /// The object of the setting or the member that a name belongs to, by its current name.
    fileprivate func storedOrSystemObject(named name: String) -> (name: String, object: FoundObject?)? {
        key.key(storedAs: name).map { ($0.key, $0.search([.locked, .stored, .system])) }
    }
}
