/// A store that keeps texts under names, and that several devices or machines share.
///
/// ``UbiquitousStore`` and ``EtcdStore`` are such stores. To synchronize settings over another one, write these three
/// calls; <doc:WritingAStore> shows a complete store in 40 lines. All that decides which side wins is elsewhere: a store
/// only reads, writes and reports changes.
///
/// A name is a setting's `stringKey`, such as `fontSize`. A setting that has members has the names that begin with its
/// own and a slash as well, such as `zoom/report%2Epdf`.
///
/// The calls come from one task, one at a time, except that ``changes()`` is being iterated meanwhile. They need time
/// limits of their own, since nothing else ends a call that waits for a network.
public protocol SharedStore: Sendable {
    /// What tells this store from others that the same settings are synchronized with, such as "etcd editor/".
    ///
    /// What a device and the store last had in common is kept under it. So it has to be the same each time the program
    /// runs, and must not contain a password.
    var identifier: String { get }

    /// Reads what is stored under some names and under all names that begin with one of them and a slash.
    ///
    /// It reads from the store itself and not from a cache: whoever has heard of a change must not read what was there
    /// before.
    ///
    /// - Parameter names: the names of settings.
    /// - Returns: what is stored; names without anything are missing, and other names are ignored.
    /// - Throws: ``SharedStoreRefusal`` if the store refuses to answer. Any other error means that it can't be reached.
    ///   Either way the call is repeated later.
    func read(_ names: [String]) async throws -> SharedContents

    /// Stores a text under a name, or removes the name, unless the name has been written since it was read.
    ///
    /// The store compares the version and writes in one step, if it can. A store that can't may lose one of two texts
    /// that were written in the same moment, but no device keeps another one than the store.
    ///
    /// - Parameters:
    ///   - text: the text; `nil` removes the name.
    ///   - name: the name.
    ///   - version: the version that was read; `nil` if nothing was stored under the name.
    /// - Returns: whether the version was still that one, so that the text is stored now.
    /// - Throws: ``SharedStoreRefusal`` if the store does not take this text or this name, now or ever. Any other error
    ///   means that the text may be stored or not. Either way the name is read again later.
    func write(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool

    /// Reports changes, whoever makes them.
    ///
    /// It delivers ``SharedChange/anything`` as soon as it listens, since something may have changed before, and again
    /// whenever it may have missed changes. A change may be delivered late, twice, or though nothing changed. The
    /// sequence may end or fail; a second later, and then after up to a minute, this call is repeated.
    func changes() -> AsyncThrowingStream<SharedChange, any Error>
}

/// What a store contains.
public struct SharedContents: Sendable {
    /// The values by their names.
    public var values: [String: SharedValue]
    /// Whose values these are: a user's account, a cluster.
    ///
    /// When it changes, what both sides had in common is forgotten.
    public var account: String
    /// A number that grows with each change of the store; `nil` if there is none.
    ///
    /// If it is lower than before, the store has been emptied or restored from a backup. What is missing in it then has
    /// not been removed by anybody.
    public var revision: Int?

    /// Creates contents, of one account and without a revision if there is no such thing.
    public init(_ values: [String: SharedValue], account: String = "", revision: Int? = nil) {
        (self.values, self.account, self.revision) = (values, account, revision)
    }
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
public struct SharedStoreRefusal: Error {
    /// The reason, in words that complete the sentence "Value for key 'fontSize' can't be synchronized: …".
    public let reason: String

    /// Creates the error.
    public init(_ reason: String) { self.reason = reason }
}
