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
    fileprivate func use() { _ = key }

    /// The name outside of suites, which of an independent member is not its key: "isShown/CPU".
    package var name: String { key.name }
    var independentNames: IndependentNames? { IndependentNames(key) }
    var key: BoundKey<Setting> { typed.key }

    // MARK: Values

    /// Returns the value, without reporting an error or falling back to the default for an unreadable one.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func readableValue() throws(TSUDError) -> Setting.ValueType {
        let (source, found) = key.source
        guard let found else { return source.defaultValue }
        return try source.decode(found)
    }

    /// Returns the value that a string represents.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func value(from text: String) throws(TSUDError) -> Setting.ValueType {
        try Setting.value(ofText: text, forKey: stringKey)
    }

    /// Returns the value that a value in a JSON document represents.
    ///
    /// - Parameters:
    ///   - json: The value in the document.
    ///   - source: The beginning of an error's description, which names the source of the value.
    /// - Returns: The value.
    /// - Throws: `unreadable` or `invalid`.
    package func value(ofJSON json: JSON, from source: String) throws(TSUDError) -> Setting.ValueType {
        try Setting.value(ofJSON: json, forKey: stringKey, from: source)
    }

    /// The value without a stored one.
    package var defaultValue: Setting.ValueType { key.defaultValue }

    /// Whether a value is the same as the one without a stored value.
    package func isDefault(_ value: Setting.ValueType) -> Bool { Setting.areSame(value, defaultValue) }

    // MARK: Stored objects

    /// The stored object, readable or not.
    package var storedObject: Any? { key.storedObject }

    /// Returns the stored object and its string representation, which is `nil` for a `nil`; `nil` if nothing is stored.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func stored() throws(TSUDError) -> (object: Any, text: String?)? {
        let key = key
        guard let object = key.storedObject else { return nil }
        return try (object, Setting.text(of: key.decode(stored: object)))
    }

    /// Returns the stored objects of the setting and its members, by their current keys.
    package func storedObjects(_ names: inout StoredNames) -> [String: Any] { key.storedObjects(&names) }

    /// Returns the stored objects of the setting and its members, by their names.
    package func storedObjectsByName(_ names: inout StoredNames) -> [String: Any] {
        key.storedObjects(&names, by: \.name)
    }

    package var visibility: Visibility {
        let key = key
        if key.backend.mayHide(key.key) { return .unknown }
        return key.backend.isOverridden(key.key) ? .hidden : .known
    }

    // MARK: Writing

    /// Throws `managed` if an administrator's file locks the key.
    package func checkUnlocked() throws(TSUDError) { try key.checkUnlocked() }

    /// Returns the object that is stored for the value that a string represents.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - source: The beginning of an error's description, which names the source of the string.
    /// - Returns: The object to store.
    /// - Throws: `unreadable`, `invalid`, or `unencodable`.
    package func object(ofText text: String, from source: String? = nil) throws(TSUDError) -> Any {
        let key = key
        return try key.encode(Setting.value(ofText: text, forKey: key.key, from: source)).foundationObject
    }

    /// Returns the change that stores a value.
    ///
    /// - Throws: `unencodable`, `invalid`, or `managed`.
    package func preparedChange(to value: Setting.ValueType) throws(TSUDError) -> PreparedChange {
        let key = key
        return try PreparedChange(of: key, to: key.object(of: value))
    }

    /// Returns the change that resets the key.
    ///
    /// - Throws: `managed`.
    package func preparedReset() throws(TSUDError) -> PreparedChange { try PreparedChange(of: key, to: nil) }

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

    fileprivate init<Setting: TSUD>(of key: BoundKey<Setting>, to object: PropertyListObject?) throws(TSUDError) {
        (suite, change) = (key.backend, try key.change(to: object))
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
