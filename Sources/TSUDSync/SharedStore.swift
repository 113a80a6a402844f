/// A store of strings under names, which several devices or machines share.
///
/// ``UbiquitousStore`` and ``EtcdStore`` are such stores. To synchronize settings through another one, implement the
/// identifier and three methods; see <doc:WritingAStore>. A store only reads, writes, and reports changes. TSUDSync
/// decides which side wins.
///
/// A name is a setting's `stringKey`, such as `fontSize`. A setting with members also has names that begin with its own
/// and a slash, such as `zoom/report%2Epdf`. The name `TSUDSync` is reserved for the store ID, and names that begin
/// with `TSUDSync/` for an ``EtcdStore``.
///
/// TSUDSync makes one call at a time, outside any actor, while another task iterates ``changes()``. Implement a time
/// limit for each call, because nothing else ends a call that waits for a network.
public protocol SharedStore: Sendable {
    /// The string that identifies the store among others for the same settings, such as "etcd editor/".
    ///
    /// It must be the same each time the program runs, because no last synced value exists for a store with another
    /// identifier. Messages contain it, so it must not contain a password.
    var identifier: String { get }

    /// Reads the values under some names, and under all names that begin with one of them and a slash.
    ///
    /// It reads the store itself, not a cache: after a reported change, it must not return an older value. All values
    /// are of one moment.
    ///
    /// If versions begin with numbers that grow with each change of the whole store, the version of `TSUDSync` should
    /// begin with the number of the reading. TSUDSync then uses the values of ``changes()`` without reading them again.
    ///
    /// - Parameter names: The names of at most 60 settings, of all settings whose names begin with one of theirs and a
    ///   slash, and reserved ones, which have no members.
    /// - Returns: The values with their versions. Names without a value are missing, and other names are ignored. If a
    ///   setting has more than 1,000 members, it may be ``SharedReading/incomplete``.
    /// - Throws: ``SharedStoreRejection`` if the store rejects the request. Any other error means that the store can't
    ///   be reached. In both cases, TSUDSync retries later.
    func read(_ names: [String]) async throws -> SharedReading

    /// Writes the strings of the names whose versions in the store are still the given ones.
    ///
    /// Compare the version and write the string in one step, if the store can. Otherwise, the store may lose one of two
    /// strings written at the same moment, and all devices receive the other one. A store with transactions may write
    /// all names or none.
    ///
    /// End each request before this method throws. If a request arrives later, it could undo a newer change; see
    /// <doc:WritingAStore>.
    ///
    /// - Parameter writes: At most a hundred names and one megabyte, or a single name of more; each name once.
    /// - Returns: The new versions of the names whose version was the given one. Those of removed names don't matter.
    /// - Throws: ``SharedStoreRejection`` if the store rejects one of the strings; TSUDSync then tries each half. Any
    ///   other error means that the outcome is unknown. In both cases, TSUDSync reads the names again later.
    func write(_ writes: [SharedWrite]) async throws -> [String: String]

    /// Reports changes, with values and versions if the store has them.
    ///
    /// The sequence delivers ``SharedChange/anything`` as soon as it receives changes, because an earlier one may be
    /// unknown, and again whenever it may have missed some. A change may be delivered late or twice. If the sequence
    /// ends or fails, TSUDSync calls this method again after about a second, and then after up to a minute.
    ///
    /// - Returns: The changes of all devices, including this device.
    func changes() -> AsyncThrowingStream<SharedChange, any Error>
}

/// A store that writes all names of a call or none, gives them one version, and has reserved names and a history.
///
/// Each call that writes names also replaces the writer's fence. If such a call throws, the fence shows the outcome of
/// the write. If the fence has the write's value, the write has arrived. If it has another value, the write can't
/// arrive any more.
protocol FencedStore: SharedStore {
    /// Reads some names as they were after a change of the store.
    ///
    /// - Throws: ``SharedStoreRejection`` if the store doesn't have this state any more.
    func read(_ names: [String], at number: Int) async throws -> SharedReading
}

/// The values of a store under some names, at one moment.
public struct SharedReading: Sendable {
    /// The values with their versions, by name.
    public var values: [String: SharedValue]
    /// The requested names of which the store has returned only a part of the members.
    ///
    /// TSUDSync then treats no member as removed, sends none, and reports this.
    public var incomplete: Set<String>
    /// Whether a name with an earlier version proves that the store has another history.
    var isOrdered = true

    /// Creates a reading.
    ///
    /// - Parameters:
    ///   - values: The values with their versions, by name.
    ///   - incomplete: The requested names of which the values are only a part of the members.
    public init(_ values: [String: SharedValue], incomplete: Set<String> = []) {
        (self.values, self.incomplete) = (values, incomplete)
    }
}

/// A string in a store, with its version.
public struct SharedValue: Sendable {
    /// The string, or `nil` if the stored value isn't UTF-8.
    public var text: String?
    /// The version, which differs from those of all earlier and later states of the name.
    ///
    /// It is a number that each write increments, for example. A store without versions returns the string itself.
    public var version: String
    /// Whether the value is too long to be read.
    var isTooLong = false

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - text: The string, or `nil` if the stored value isn't UTF-8.
    ///   - version: The version.
    public init(_ text: String?, version: String) {
        (self.text, self.version) = (text, version)
    }
}

/// A string to write to a store if the version of its name is unchanged.
public struct SharedWrite: Sendable {
    /// The name.
    public var name: String
    /// The string; `nil` removes the name.
    public var text: String?
    /// The version that was read; `nil` if the name had no value.
    public var version: String?

    /// Creates a write.
    ///
    /// - Parameters:
    ///   - text: The string; `nil` removes the name.
    ///   - name: The name.
    ///   - version: The version that was read; `nil` if the name had no value.
    public init(_ text: String?, to name: String, ifVersion version: String?) {
        (self.text, self.name, self.version) = (text, name, version)
    }
}

/// The new state of a name in a store.
public struct SharedUpdate: Sendable {
    /// The name.
    public var name: String
    /// The string; `nil` if the name was removed.
    public var text: String?
    /// The version of the new state, also of a removed name.
    public var version: String

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - text: The string; `nil` if the name was removed.
    ///   - name: The name.
    ///   - version: The version of the new state, also of a removed name.
    public init(_ text: String?, of name: String, version: String) {
        (self.text, self.name, self.version) = (text, name, version)
    }
}

/// A change that a store reports.
public enum SharedChange: Sendable {
    /// New values of names, including all of a transaction.
    case updates([SharedUpdate])
    /// Names whose values may have changed.
    case names([String])
    /// A change of unknown names.
    case anything
}

/// An error that a retry won't fix, such as an exceeded quota or a missing permission.
///
/// TSUDSync reports it to the setting as `notSynced`, once for each cause, and retries after a while.
public struct SharedStoreRejection: Error {
    /// The reason, which completes the sentence "Value for key 'fontSize' can't be synchronized: …".
    public let reason: String

    /// Creates a rejection with a reason.
    ///
    /// - Parameter reason: The reason, such as "the quota is exceeded".
    public init(_ reason: String) { self.reason = reason }
}
