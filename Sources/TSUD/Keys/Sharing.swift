package import Foundation

// What TSUDSync needs of keys and suites beyond the public API: what is stored, as it is stored, and whether that can be
// known.

/// The names that keys leave to TSUDSync.
package enum SharedNames {
    /// The name under which a store keeps its identity, and a suite what it and a store last had in common.
    package static let reserved = "TSUDSync"

    /// Where a suite keeps what is in common under a name.
    static func common(of name: String) -> String { MemberName.stored(name, of: reserved) }
}

/// What can be known of what is stored under a key.
package enum Visibility {
    case known
    /// A launch argument or a managed value hides it, or would.
    case hidden
    /// Something may be stored, and hidden; only `UserDefaults` can be asked, which answers the same in either case.
    case unknown
}

/// What a text makes of a key, or resetting it: validated and encoded, but not stored yet.
///
/// It can be stored on any thread, because none of the key's code is called any more.
package struct PreparedChange: @unchecked Sendable {
    let keyChange: KeyChange
    /// What was stored under the names that it changes.
    private let before: [Any?]

    fileprivate init<Setting: TSUD>(of key: BoundKey<Setting>, to object: PropertyListObject?) {
        let changes = key.change(to: object).changes
        keyChange = KeyChange(backend: key.backend, changes: changes)
        before = changes.map { key.backend.storedObject(forKey: $0.key) }
    }

    /// The object to store; `nil` for a reset.
    package var object: Any? { keyChange.object?.foundationObject }

    /// Whether the same is stored as when it was prepared.
    var isCurrent: Bool {
        zip(keyChange.changes, before).allSatisfy { change, before in
            isSameObject(keyChange.backend.objectInMemory(forKey: change.key), before)
        }
    }
}

extension TSUD {
    /// What is stored for the setting and its members, each by its current name.
    package static func storedObjects(in suite: UserDefaults, _ names: inout StoredNames) -> [String: Any] {
        self.in(suite).key.storedObjects(&names)
    }

    /// The name of a member, or of the setting itself.
    package static func storedName(of member: String?, in suite: UserDefaults) -> String {
        sharedKey(member, in: suite).key
    }

    /// The object that is stored, and its text, which is `nil` for a `nil`; `nil` if nothing is stored.
    ///
    /// - Throws: `unreadable`, `invalid`.
    package static func stored(
        _ member: String?,
        in suite: UserDefaults
    ) throws(TSUDError) -> (object: Any, text: String?)? {
        let key = sharedKey(member, in: suite)
        guard let object = key.storedObject else { return nil }
        return try (object, text(of: key.decode(object)))
    }

    /// The object that is stored, readable or not.
    package static func storedObject(_ member: String?, in suite: UserDefaults) -> Any? {
        sharedKey(member, in: suite).storedObject
    }

    package static func visibility(_ member: String?, in suite: UserDefaults) -> Visibility {
        let key = sharedKey(member, in: suite)
        if key.backend.mayHide(key.key) { return .unknown }
        return key.isOverridden ? .hidden : .known
    }

    /// What storing a value makes of the key.
    ///
    /// - Throws: `unencodable`, `invalid`.
    package static func prepared(
        _ value: ValueType,
        for member: String?,
        in suite: UserDefaults
    ) throws(TSUDError) -> PreparedChange {
        let key = sharedKey(member, in: suite)
        return try PreparedChange(of: key, to: key.object(of: value))
    }

    /// What resetting the key makes of it.
    package static func preparedReset(of member: String?, in suite: UserDefaults) -> PreparedChange {
        PreparedChange(of: sharedKey(member, in: suite), to: nil)
    }

    private static func sharedKey(_ member: String?, in suite: UserDefaults) -> BoundKey<Self> {
        member.map { self.in(suite).of($0).key } ?? self.in(suite).key
    }
}

extension UserDefaults {
    /// The names of everything that is stored in the suite itself.
    package var storedNames: [String] { SuiteRegistry.backend(of: self).storedKeys(withPrefix: "") }

    /// The object that is stored in the suite itself under a name, of whichever key.
    package func storedObject(named name: String) -> Any? { SuiteRegistry.backend(of: self).storedObject(forKey: name) }

    /// Whether something may be stored under a name that can't be told from what hides it.
    package func mayHide(_ name: String) -> Bool { SuiteRegistry.backend(of: self).mayHide(name) }

    /// What tells the suite from others; several objects of one suite have the same, where that is known.
    package var suiteIdentifier: ObjectIdentifier { ObjectIdentifier(SuiteRegistry.backend(of: self).observations) }
}
