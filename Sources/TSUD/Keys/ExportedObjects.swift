import Foundation

/// The objects of exported settings by their keys, from a property list or from JSON.
struct ExportedObjects {
    private(set) var objects: [String: Any] = [:]
    /// The errors of values in JSON that the settings can't read, by key.
    private(set) var errors: [String: TSUDError] = [:]
    /// The keys of secrets whose value is masked in the rows of `list --json`.
    private(set) var masked: Set<String> = []

    /// The settings by key, since most names are keys.
    private let settings: [String: any AnyHandle]

    /// All names in the data, of which those of settings are keys.
    var names: [String] { Array(objects.keys) + Array(errors.keys) + Array(masked) }

    /// Reads a property list by keys, or JSON: an object of names and values, or the rows of `list --json`.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - handles: The settings, which decode values in JSON.
    /// - Throws: `unreadable` if the data is neither.
    init(_ data: Data, of handles: [any AnyHandle]) throws(TSUDError) {
        settings = Dictionary(handles.map { ($0.stringKey, $0) }) { first, _ in first }
        guard let first = ExportedSettings.firstByte(of: data), "{[".utf8.contains(first) else {
            objects = try ExportedSettings.objects(in: data)
            return
        }
        do throws(JSONError) {
            let json = try JSON(data)
            if case .array(let rows) = json {
                for row in rows { try add(row: row, of: handles) }
            } else {
                let members = try JSON.members(of: data)
                for name in Array(members.keys).sorted() { add(members[name] ?? .null, named: name, of: handles) }
            }
        } catch {
            throw TSUDError(.unreadable, description: "The data is not JSON of settings: \(error.description).")
        }
    }

    /// Adds a row of `list --json`, unless its value was not stored.
    private mutating func add(row: JSON, of handles: [any AnyHandle]) throws(JSONError) {
        guard case .object(let row) = row, case .string(let name) = row["name"] else {
            throw JSONError(reason: "expected rows with a name and a value", line: 1, column: 1)
        }
        guard row["from"] ?? .string("stored") == .string("stored") else { return }
        if row["value"] == nil, row["isSecret"] == .boolean(true) {
            masked.insert(handles.handle(named: name)?.key ?? name)
        } else {
            add(row["value"] ?? .null, named: name, of: handles)
        }
    }

    private mutating func add(_ json: JSON, named name: String, of handles: [any AnyHandle]) {
        guard let (handle, key) = settings[name].map({ ($0, name) }) ?? handles.handle(named: name) else {
            objects[name] = ""
            return
        }
        do throws(TSUDError) {
            objects[key] = try handle.object(ofJSON: json)
        } catch {
            errors[key] = error
        }
    }
}

extension AnyHandle {
    fileprivate func object(ofJSON json: JSON) throws(TSUDError) -> Any {
        try key.encode(value(ofJSON: json, from: "Value for key '\(stringKey)'")).foundationObject
    }

    /// Returns the setting or the member that is stored under a name, possibly a former one.
    fileprivate func handle(storedAs name: String) -> (any AnyHandle)? {
        key.key(storedAs: name).map { $0.setting == nil ? typed : typed.of($0.member) }
    }
}

extension [any AnyHandle] {
    /// Returns the setting or the member with a name in a document: a key, or the name of a member as it is typed.
    ///
    /// A member belongs to the setting with the longest matching name.
    ///
    /// - Returns: The setting or the member, and the key to store it under, possibly a former one.
    package func handle(named name: String) -> (handle: any AnyHandle, key: String)? {
        if let handle = first(where: { $0.stringKey == name }) { return (handle, name) }
        let owners = filter { name.hasUTF8Prefix($0.stringKey + "/") }
        let owner = owners.max { $0.stringKey.utf8.count < $1.stringKey.utf8.count }
        let others = filter { other in !owners.contains { $0.stringKey == other.stringKey } }
        for handle in others + (owner.map { [$0] } ?? []) {
            if let found = handle.handle(storedAs: name) { return (found, name) }
        }
        return owner.map { owner in
            let member = owner.setting.anyHandle(
                of: String(name.utf8.dropFirst(owner.stringKey.utf8.count + 1)) ?? "",
                in: owner.suite
            )
            return (member, member.stringKey)
        }
    }
}

extension Collection where Element == any TSUD.Type {
    /// Throws an error if two settings have the same key in different suites, and so the same name.
    ///
    /// Two types that share a value in one suite are no error.
    ///
    /// - Throws: `duplicateKey`.
    package func checkKeys() throws(TSUDError) {
        var first: [String: any TSUD.Type] = [:]
        for setting in self {
            let key = setting.stringKey
            guard let other = first[key] else {
                first[key] = setting
                continue
            }
            let isSame =
                setting.suiteName == other.suiteName
                && setting.currentSuite.suiteIdentity == other.currentSuite.suiteIdentity
            if isSame { continue }
            let description = "Two settings of the list have the key '\(key)', in different suites."
            throw TSUDError(.duplicateKey, key: key, description: description)
        }
    }
}
