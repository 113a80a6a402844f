import Foundation
import TSUD

/// A name in the store, and what it stands for on this device.
struct SyncedName {
    let key: any TSUD.Type
    let suite: UserDefaults

    /// All that has a name in the store: the settings of a list, each in its suite.
    ///
    /// `stored` has the names that the store has something under.
    static func names(of settings: [Self], stored: some Collection<String>) -> [Self] {
        // Members belong here: those in the suites, and those whose names are in the store. They differ from their
        // settings in what follows in this file, and in nothing else.
        settings
    }

    var name: String { key.stringKey }

    /// The fingerprint of the stored object, whatever hides it; empty if nothing is stored.
    func fingerprint() throws(TSUDError) -> String {
        let data = try [key].exported(in: suite)
        let objects = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        return TSUDSync.fingerprint(of: objects?[name])
    }

    /// The fingerprint of the stored object with its text for the store; no text if nothing is stored.
    ///
    /// - Returns: `nil` if the object changes meanwhile, which is heard of.
    func stored() throws(TSUDError) -> (object: String, text: String?)? {
        let object = try fingerprint()
        if object.isEmpty { return (object, nil) }
        let text = key.origin(in: suite) == .suite ? try text(of: key, in: suite) : try hiddenText()
        let isSame = try fingerprint() == object
        return isSame && text != nil ? (object, text) : nil
    }

    /// Stores what a text stands for.
    ///
    /// - Returns: the fingerprint of the stored object; `nil` if it may be another one that was stored meanwhile.
    func store(_ text: String) throws(TSUDError) -> String? { try store(text, to: key) }

    private func store<Key: TSUD>(_ text: String, to key: Key.Type) throws(TSUDError) -> String? {
        let value = try SharedText.value(of: text, for: key)
        try key.store(value, in: suite)
        let object = try fingerprint()
        if try self.text(of: key, in: suite) == text { return object }
        // The text of a set differs each time, and people do not write texts as programs do.
        return isEqual(value, try key.storedValue(in: suite)) ? object : nil
    }

    func reset() { key.reset(in: suite) }

    private func text<Key: TSUD>(of key: Key.Type, in suite: UserDefaults) throws(TSUDError) -> String {
        _ = try key.storedValue(in: suite)
        return SharedText.text(for: key.text(in: suite))
    }

    /// The text of an object that a launch argument or an administrator's value hides.
    ///
    /// - Returns: `nil` if it hides everything; on Apple systems launch arguments do.
    private func hiddenText() throws(TSUDError) -> String? {
        let exported = try [key].exported(in: suite)
        return try withEphemeralSuite { suite in
            Result { () throws(TSUDError) in
                try [key].restore(from: exported, in: suite)
                return key.origin(in: suite) == .suite ? try text(of: key, in: suite) : nil
            }
        }.get()
    }
}

/// Whether two values are known to be equal.
private func isEqual(_ value: Any, _ other: Any?) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other as? Value }
    return (value as? any Equatable).map { isEqual($0) } ?? false
}
