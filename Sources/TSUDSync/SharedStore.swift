/// A store that keeps texts under names, and that several devices or machines share.
///
/// ``UbiquitousStore`` and ``EtcdStore`` are such stores. To synchronize settings over another one, write these three
/// calls; <doc:WritingAStore> shows a complete store. All that decides which side wins is elsewhere: a store only reads,
/// writes and reports changes.
///
/// A name is a setting's `stringKey`, such as `fontSize`. A setting that has members has the names that begin with its
/// own and a slash as well, such as `zoom/report%2Epdf`. The name `TSUDSync` is reserved: the store's identity is stored
/// under it, like any other text.
///
/// The calls come from one task, one at a time, except that ``changes()`` is being iterated meanwhile. They need time
/// limits of their own, since nothing else ends a call that waits for a network.
public protocol SharedStore: Sendable {
    /// What tells this store from others that the same settings are synchronized with, such as "etcd editor/".
    ///
    /// With a store of another name a setting has nothing in common. So it has to be the same each time the program runs.
    /// It is shown in messages, so it must not contain a password.
    var identifier: String { get }

    /// Reads what is stored under some names and under all names that begin with one of them and a slash.
    ///
    /// It reads from the store itself and not from a cache: whoever has heard of a change must not read what was there
    /// before. All values are from one moment.
    ///
    /// - Parameter names: the names of at most 60 settings, and `TSUDSync`.
    /// - Returns: what is stored; names without anything are missing, and other names are ignored. If a setting has
    ///   more than 1,000 members, it is enough to return 1,001 of them.
    /// - Throws: ``SharedStoreRejection`` if the store refuses to answer. Any other error means that it can't be reached.
    ///   Either way the call is repeated later.
    func read(_ names: [String]) async throws -> [String: SharedValue]

    /// Stores or removes some texts, each unless its name has been written since it was read.
    ///
    /// The store compares the version and writes in one step, if it can. A store that can't may lose one of two texts
    /// that were written in the same moment, but no device keeps another one than the store.
    ///
    /// - Parameter writes: at most a hundred, of one megabyte together unless it is one alone; each name once.
    /// - Returns: the names whose version was still the one given, so that the text is stored now.
    /// - Throws: ``SharedStoreRejection`` if the store does not take one of these texts, now or ever; of several, each half
    ///   is tried then. Any other error means that texts may be stored or not. Either way the names are read again later.
    func write(_ writes: [SharedWrite]) async throws -> Set<String>

    /// Reports changes, whoever makes them.
    ///
    /// It delivers ``SharedChange/anything`` as soon as it listens, since something may have changed before, and again
    /// whenever it may have missed changes. A change may be delivered late, twice, or though nothing changed. If the
    /// sequence ends or fails, that is reported; about a second later, and then after up to a minute, this call is
    /// repeated.
    func changes() -> AsyncThrowingStream<SharedChange, any Error>
}

/// A text in a store, with its version.
public struct SharedValue: Sendable {
    /// The text; `nil` if what is stored is no text.
    public var text: String?
    /// What tells this state of the name from all earlier and later ones, such as a number that each write increments.
    ///
    /// A store that has nothing of the kind returns the text itself.
    public var version: String

    /// Creates a value.
    public init(_ text: String?, version: String) {
        (self.text, self.version) = (text, version)
    }
}

/// A text to store, if the version of its name is still the one given.
public struct SharedWrite: Sendable {
    /// The name.
    public var name: String
    /// The text; `nil` removes the name.
    public var text: String?
    /// The version that was read; `nil` if nothing was stored under the name.
    public var version: String?

    /// Creates a write.
    public init(_ text: String?, to name: String, ifVersion version: String?) {
        (self.text, self.name, self.version) = (text, name, version)
    }
}

/// A change that a store reports.
public enum SharedChange: Sendable {
    /// These names may have changed.
    case names([String])
    /// Anything may have changed.
    case anything
}

/// The error of a store that can be reached, but refuses: its quota is used up, a permission is missing.
///
/// It is reported to the setting as `notSynced`, once for each cause, and tried again after a while.
public struct SharedStoreRejection: Error {
    /// The reason, in words that complete the sentence "Value for key 'fontSize' can't be synchronized: …".
    public let reason: String

    /// Creates the error.
    public init(_ reason: String) { self.reason = reason }
}
