package import Foundation

// The operations with `package` access that TSUDSync, TSUDCommands, and TSUDTesting use.

extension TSUD {
    /// Returns the override that a string represents.
    ///
    /// - Parameters:
    ///   - text: The string, or nil if it is missing.
    ///   - source: The beginning of an error's description, such as "Variable 'EDITOR_FONT_SIZE'".
    ///   - origin: The option or the variable.
    /// - Returns: The override.
    /// - Throws: `unreadable` or `invalid`.
    package static func override(
        _ text: String?,
        from source: String,
        origin: ValueOrigin
    ) throws(TSUDError) -> Override {
        let key = handle.key
        let source = "\(source) for key '\(key.key)'"
        guard let text else {
            let description = "\(source) has no value, expected \(ValueType.self)."
            throw TSUDError(.unreadable, key: key.key, description: description)
        }
        let value = try value(ofText: text, forKey: key.key, from: source)
        return Override(key: key.key, object: try key.encode(value).foundationObject, origin: origin)
    }
}

extension TSUDHandle {
    /// Returns the value, without reporting an error or falling back to the default for an unreadable one.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func readableValue() throws(TSUDError) -> Setting.ValueType {
        let (source, object) = key.source
        guard let object else { return Setting.defaultValue }
        return try source.decode(object)
    }

    /// Returns the value that a string represents; errors name the member's key.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func value(from text: String) throws(TSUDError) -> Setting.ValueType {
        try Setting.value(ofText: text, forKey: key.key)
    }

    /// Returns the object that is stored for the value that a string represents.
    ///
    /// - Throws: `unreadable`, `invalid`, or `unencodable`.
    package func storedObject(from text: String) throws(TSUDError) -> Any {
        let key = key
        return try key.encode(Setting.value(ofText: text, forKey: key.key)).foundationObject
    }

    /// The stored object as JSON, readable as a value or not.
    package var storedJSON: String? {
        key.storedObject.flatMap { PropertyListObject($0) }.flatMap { try? JSONText.text(of: $0) }
    }
}

// MARK: Files of an administrator

extension TSUDHandle {
    /// The administrator's value for the key: the locked one, or else the default.
    package var systemValue: SystemValue? {
        let key = key
        return [true, false].lazy.compactMap { key.backend.systemValue(forKey: key.key, isLocked: $0) }.first
    }

    /// The administrator's file that the current value comes from.
    package var systemPath: String? { SystemValue.cast(key.source.object)?.path }

    /// Returns the value in an administrator's file.
    ///
    /// - Throws: `unreadable` or `invalid`.
    package func value(of system: SystemValue) throws(TSUDError) -> Setting.ValueType { try key.decode(system) }

    /// Throws `managed` if an administrator's file locks the key.
    package func checkUnlocked() throws(TSUDError) { try key.checkUnlocked() }
}

extension UserDefaults {
    /// The paths of an administrator's files for the suite, in the order in which TSUD searches them.
    package var systemFiles: [(path: String, isLocked: Bool)] { SuiteRegistry.backend(of: self).systemFiles }

    /// The names that an administrator's files give values.
    package var systemNames: [String] { SuiteRegistry.backend(of: self).systemNames }
}

/// Returns the values in the contents of a property list or, by the extension of its path, of a JSON file.
///
/// - Throws: `damagedFile`.
package func systemValues(in data: Data, at path: String) throws(TSUDError) -> [String: SystemValue] {
    do throws(Damage) {
        let contents: [String: SystemValue.Contents] =
            path.hasSuffix(".json")
            ? try JSONText.members(of: data).mapValues { .json($0) }
            : try PropertyListData.settings(in: data).mapValues { .propertyList($0) }
        return contents.mapValues { SystemValue($0, path: path, isLocked: false) }
    } catch {
        throw TSUDError(.damagedFile, path: path, description: "\(path): \(error.reason).")
    }
}

/// Returns the value that a string represents, for an element of a setting's array or set.
package func element<Value: Codable>(_ type: Value.Type, from text: String) -> Value? {
    try? propertyListCoding(for: type).value(ofText: text)
}

/// Returns the string representation of an element of a setting's array or set.
package func elementText<Value: Codable>(_ element: Value) -> String? {
    (try? propertyListCoding(for: Value.self).text(of: element)) ?? nil
}

/// Whether data is a property list of settings, as in the file of a suite.
package func isSettingsFile(_ data: Data) -> Bool { (try? PropertyListData.settings(in: data)) != nil }

extension TSUDError {
    /// Creates one error with the descriptions of all, or returns nil without errors.
    package static func combined(_ errors: [TSUDError]) -> TSUDError? { TSUDError(errors) }
}

extension UserDefaults {
    /// The types of settings that this process has used in the suite, without the library's own.
    package var usedSettings: [any TSUD.Type] {
        SuiteRegistry.backend(of: self).observations.usedTypes.all.filter { !($0 is any LibraryKey.Type) }
    }
}

/// Returns the name of a setting's type, and its qualified name without the arguments of generic types around it.
package func names(of setting: any TSUD.Type) -> (name: String, declaration: String) {
    (keyName(of: setting), declarationName(of: setting))
}

// MARK: Strings

extension TSUD {
    /// Returns the string representation of a value, or its description if it can't be encoded.
    package static func text(of value: ValueType) -> String? {
        do throws(CodingFailure) {
            return try coding.text(of: value)
        } catch {
            return String(describing: value)
        }
    }

    /// Returns the valid value that a string represents.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - key: The key that an error names.
    ///   - source: The beginning of an error's description, which names the source of the string.
    /// - Returns: The value.
    /// - Throws: `unreadable` or `invalid`.
    static func value(
        ofText text: String,
        forKey key: String,
        from source: String? = nil
    ) throws(TSUDError) -> ValueType {
        let source = source ?? "Text for key '\(key)'"
        let coding = coding
        do {
            let value = try coding.value(ofText: text)
            try validate(value)
            return value
        } catch let failure as CodingFailure {
            throw TSUDError(
                .unreadable,
                key: key,
                underlyingError: failure.underlyingError,
                description: "\(source): \(quoted(text)) \(coding.unreadable(text, failure, isQuoted: true))."
            )
        } catch {
            throw TSUDError(
                .invalid,
                key: key,
                underlyingError: error,
                description: "\(source): \(quoted(text)) is invalid: \(words(of: error))."
            )
        }
    }
}

// MARK: Companion names

/// The names that another product of the package stores along with a key, in the same suite.
///
/// A write that removes a former key also removes its companion names.
package enum CompanionNames {
    /// The setting that has the last synced value of each key as a member.
    package static let lastSynced = "TSUDSync"

    static func of(_ key: String) -> [String] { [MemberName.stored(key, of: lastSynced)] }
}

// MARK: Stored objects

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

extension TSUD {
    /// Returns the stored objects of the setting and its members, by their current keys.
    package static func storedObjects(in suite: UserDefaults, _ names: inout StoredNames) -> [String: Any] {
        self.in(suite).key.storedObjects(&names)
    }

    /// Returns the key of a member, or of the setting itself.
    package static func storedName(of member: String?, in suite: UserDefaults) -> String {
        sharedKey(member, in: suite).key
    }

    /// Returns the stored object and its string representation, which is `nil` for a `nil`; `nil` if nothing is stored.
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

    /// Returns the stored object, readable or not.
    package static func storedObject(_ member: String?, in suite: UserDefaults) -> Any? {
        sharedKey(member, in: suite).storedObject
    }

    package static func visibility(_ member: String?, in suite: UserDefaults) -> Visibility {
        let key = sharedKey(member, in: suite)
        if key.backend.mayHide(key.key) { return .unknown }
        return key.backend.isOverridden(key.key) ? .hidden : .known
    }

    /// Throws `managed` if an administrator's file locks the key.
    package static func checkUnlocked(_ member: String?, in suite: UserDefaults) throws(TSUDError) {
        try sharedKey(member, in: suite).checkUnlocked()
    }

    /// Returns the change that stores a value.
    ///
    /// - Throws: `unencodable`, `invalid`, `managed`.
    package static func prepared(
        _ value: ValueType,
        for member: String?,
        in suite: UserDefaults
    ) throws(TSUDError) -> PreparedChange {
        let key = sharedKey(member, in: suite)
        return try PreparedChange(of: key, to: key.object(of: value))
    }

    /// Returns the change that resets the key.
    ///
    /// - Throws: `managed`.
    package static func preparedReset(
        of member: String?,
        in suite: UserDefaults
    ) throws(TSUDError) -> PreparedChange {
        try PreparedChange(of: sharedKey(member, in: suite), to: nil)
    }

    private static func sharedKey(_ member: String?, in suite: UserDefaults) -> BoundKey<Self> {
        member.map { self.in(suite).of($0).key } ?? self.in(suite).key
    }
}

extension UserDefaults {
    /// All names that the suite itself stores.
    package var storedNames: [String] { SuiteRegistry.backend(of: self).storedKeys(withPrefix: "") }

    /// Returns the object that the suite itself stores under a name.
    package func storedObject(named name: String) -> Any? { SuiteRegistry.backend(of: self).storedObject(forKey: name) }

    /// Whether the suite may store an object under a name that can't be found.
    package func mayHide(_ name: String) -> Bool { SuiteRegistry.backend(of: self).mayHide(name) }

    /// The identity of the suite, which several `UserDefaults` objects of one suite share if that is known.
    package var suiteIdentifier: ObjectIdentifier { ObjectIdentifier(SuiteRegistry.backend(of: self).observations) }
}
