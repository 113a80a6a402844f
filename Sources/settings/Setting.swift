import TSUD

/// What a name on the command line stands for: a setting, or what a document has set for it, as in "zoom/report.pdf".
struct Setting {
    let name: String
    let key: any TSUD.Type
    let value: () -> any Encodable
    let text: () -> String?
    let origin: () -> ValueOrigin
    let isReadable: () -> Bool
    let store: (_ text: String) throws(TSUDError) -> Void
    let reset: () -> Void

    init<Key: TSUD>(_ key: Key.Type) { self.init(key.handle, name: key.stringKey) }

    init<Key: TSUD>(_ key: Key.Type, of document: String) {
        self.init(key.of(document), name: "\(key.stringKey)/\(document)")
    }

    private init<Key: TSUD>(_ handle: TSUDHandle<Key>, name: String) {
        key = Key.self
        self.name = name
        value = { handle.value }
        text = { handle.text() }
        origin = { handle.origin }
        isReadable = { (try? handle.storedValue() as Any) != nil }
        store = { text throws(TSUDError) in try handle.store(text: text) }
        reset = { handle.reset() }
    }
}

/// The settings and what documents have set for them, in the order in which they are shown.
var allSettings: [Setting] { editorSettings.flatMap { Setting.all(of: $0) } }

extension Setting {
    /// The setting, and what it is for each document that has a value of its own.
    static func all<Key: TSUD>(of key: Key.Type) -> [Setting] {
        [Setting(key)] + (isForDocuments(key) ? key.members().compactMap(\.member).map { Setting(key, of: $0) } : [])
    }

    /// The setting with a name that was typed.
    static func named(_ name: String) throws(Failure) -> Setting {
        if let key = editorSettings.first(where: { $0.stringKey == name }) { return Setting(key) }
        for key in editorSettings where isForDocuments(key) && name.hasPrefix(key.stringKey + "/") {
            return Setting(key, of: String(name.dropFirst(key.stringKey.count + 1)))
        }
        throw .usage(unknown("setting", name, outOf: editorSettings.map { $0.stringKey }))
    }

    private static func isForDocuments(_ key: any TSUD.Type) -> Bool { key is any DocumentSetting.Type }
}
