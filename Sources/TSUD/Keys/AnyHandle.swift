package import Foundation

/// A setting or a member in a suite, without its type.
///
/// Lists and the package's other products name settings by it. Code for one product is an extension in that product.
package protocol AnyHandle<Setting> {
    associatedtype Setting: TSUD

    /// The same handle with its type.
    var typed: TSUDHandle<Setting> { get }
    var member: String? { get }
    var suite: UserDefaults { get }
    var stringKey: String { get }
    var isSet: Bool { get }
    var origin: ValueOrigin { get }
    func reset()
}

extension TSUDHandle: AnyHandle {
    package var typed: Self { self }
}

extension TSUD {
    /// Returns the setting or a member in a suite, or else in the suite that is in effect now.
    package static func anyHandle(of member: String? = nil, in suite: UserDefaults? = nil) -> any AnyHandle {
        let handle = self.in(suite ?? currentSuite)
        return member.map(handle.of) ?? handle
    }
}

extension Collection where Element == any TSUD.Type {
    /// Returns the settings in a suite, or else in the suites that are in effect now.
    ///
    /// They are in use then, so none treats the key of another one as its member's.
    package func handles(in suite: UserDefaults? = nil) -> [any AnyHandle] {
        let handles = map { $0.anyHandle(in: suite) }
        for handle in handles { handle.use() }
        return handles
    }
}

extension AnyHandle {
    package var setting: any TSUD.Type { Setting.self }
    fileprivate func use() { key.recordNames() }

    /// The name outside of suites, which of an independent member is not its key: "isShown/CPU".
    package var name: String { key.name }
    var independentNames: IndependentNames? { IndependentNames(key) }
    var key: BoundKey<Setting> { typed.key }
    /// The keys of the setting's members that lists find, including former ones.
    package var allMemberKeys: [MemberKeys] { key.listedMemberKeys }

    // MARK: Values

    /// Returns the value, without reporting an error or falling back to the default for an unreadable one.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func readableValue() throws(TSUDError) -> Setting.ValueType {
        let (source, found) = key.source
        guard let found else { return source.defaultValue }
        return try source.decode(found)
    }

    /// The value without a stored one.
    package var defaultValue: Setting.ValueType { key.defaultValue }

    // MARK: Stored objects

    /// The stored object, readable or not.
    package var storedObject: Any? { key.storedObject }

    /// Returns the stored objects of the setting and its members, by their current keys.
    package func storedObjects(_ names: inout StoredNames) -> NamedValues<Any> { key.storedObjects(&names) }

    /// Returns the stored objects of the setting and its members, by their names.
    package func storedObjectsByName(_ names: inout StoredNames) -> [String: Any] {
        key.storedObjects(&names, by: { $0.name }).dictionary
    }

    /// Returns the setting and its members that the suite stores, or that have one of some other names.
    package func withMembers(
        _ names: inout StoredNames,
        orNamedIn others: NamesByKeys? = nil
    ) -> [TSUDHandle<Setting>] {
        let key = key
        let others = others.map { others in key.members { others[$0] } } ?? []
        return [typed] + DistinctNames(key.members(&names) + others).sorted.map(typed.of)
    }

    /// Returns the setting or the member that is stored under a name, possibly a former one.
    package func handle(storedAs name: String) -> (any AnyHandle)? {
        key.key(storedAs: name).map { $0.setting == nil ? typed : typed.of($0.member) }
    }

    /// Returns the object that a function finds under the key, or else under a former one.
    package func object(in find: (String) -> Any?) -> Any? { key.object(in: find)?.object }

    /// The former keys without the current one.
    package var formerKeys: [String] { key.formerKeys }

    /// Whether a list may remove a stored object: an independent member's only if the setting can read it.
    package func canReset(_ object: Any?) -> Bool { key.canReset(object) }

    package var visibility: Visibility {
        let key = key
        if key.backend.mayHide(key.key) { return .unknown }
        return key.systemValues?.lock != nil || key.backend.isOverridden(key.key) ? .hidden : .known
    }

    // MARK: Writing

    /// Throws `managed` if an administrator's file locks the key.
    package func checkUnlocked() throws(TSUDError) { try key.checkUnlocked() }

    /// Returns the object that is stored for a value.
    ///
    /// - Throws: `unencodable`.
    package func object(of value: Setting.ValueType) throws(TSUDError) -> Any { try key.encode(value).foundationObject }

    /// Adds the change that stores a value, or resets the key for `nil`.
    ///
    /// - Throws: `unencodable`, `invalid`, or `managed`.
    package func addChange(to value: Setting.ValueType?, to changes: inout Changes) throws(TSUDError) {
        let key = key
        let object = if let value { try key.object(of: value) } else { nil as PropertyListObject? }
        changes.add(key.change(to: object), in: key.backend)
    }

    /// Returns the change that stores a value.
    ///
    /// - Throws: `unencodable`, `invalid`, or `managed`.
    package func preparedChange(to value: Setting.ValueType) throws(TSUDError) -> PreparedChange {
        let key = key
        return PreparedChange(of: key, to: try key.object(of: value))
    }

    /// Returns the change that resets the key.
    ///
    /// - Throws: `managed`.
    package func preparedReset() throws(TSUDError) -> PreparedChange {
        try key.checkUnlocked()
        return PreparedChange(of: key, to: nil)
    }

    // MARK: An administrator's files

    /// The administrator's value for the key: the locked one, or else the default.
    package var systemValue: FoundObject? { key.search([.locked, .system]) }

    /// The objects that the sources have for the key itself, in the search order; the first one counts.
    package var foundObjects: [FoundObject] {
        let (key, sources) = (key, [Sources.locked, .arguments, .stored, .system, .registered])
        return sources.compactMap { key.search($0) }
    }

    /// The administrator's file that the current value comes from.
    package var systemPath: String? { key.source.found?.path }

    /// Returns the value of an object.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func value(of found: FoundObject) throws(TSUDError) -> Setting.ValueType { try key.decode(found) }
}

/// Whether TSUD can find the object that a suite stores under a key.
package enum Visibility {
    case known
    /// A launch argument or a managed value takes precedence over it.
    case hidden
    /// The suite may store an object that can't be found.
    case unknown
}

/// A change that is validated and encoded, but not stored yet.
///
/// Any thread can store it, because that calls none of the setting's code.
package struct PreparedChange: @unchecked Sendable {
    let suite: any Suite
    let change: Change
    /// The objects that were stored under the names that it changes.
    private let before: [Any?]

    fileprivate init<Setting: TSUD>(of key: BoundKey<Setting>, to object: PropertyListObject?) {
        (suite, change) = (key.backend, key.change(to: object))
        before = change.objects.map { key.backend.storedObject(forKey: $0.name) }
    }

    /// The object to store; `nil` for a reset.
    package var object: Any? { change.object?.foundationObject }

    /// Whether the suite stores the same objects as when the change was prepared.
    var isCurrent: Bool {
        zip(change.objects, before).allSatisfy { change, before in
            // Foundation keeps 1 in memory if 1.0 replaces it in the file.
            guard let before, let now = suite.storedObject(forKey: change.name) else {
                return before == nil && suite.storedObject(forKey: change.name) == nil
            }
            return NSArray(object: before).isEqual(NSArray(object: now))
        }
    }
}

extension AnyHandle {
    /// Adds the changes that reset the setting and its members.
    func addResets(to changes: inout Changes, _ names: inout StoredNames) {
        for handle in withMembers(&names) where handle.canReset(handle.storedObject) {
            changes.add(handle.key.change(to: nil), in: handle.key.backend)
        }
    }
}
