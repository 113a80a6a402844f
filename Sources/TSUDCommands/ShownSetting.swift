import TSUD
import TSUDText

/// A setting as a command shows it: its name, its current value, and the origin of the value.
struct ShownSetting {
    let setting: NamedSetting
    let name: String
    /// The string that a person types for the value, masked for a secret.
    let text: String
    /// The value; the default for an unreadable one.
    var json: JSON { makeJSON() }
    private let makeJSON: () -> JSON
    let source: String
    let isStored: Bool
    /// Whether the value is a secret that only `get` and `export` print; a default is none.
    let isMasked: Bool
    /// Whether the value differs from the default, or can't be read.
    let isChanged: Bool
    /// The reason why the value can't be read, or nil.
    let failure: TSUDError?

    init(_ setting: NamedSetting, isShowingSecrets: Bool = false) {
        self.setting = setting
        let origin = setting.handle.origin
        let read = setting.handle.read(setting.field)
        isChanged = origin != .defaultValue && read.isChanged
        isStored = origin == .stored
        isMasked = setting.isSecret && origin != .defaultValue && !isShowingSecrets
        name = setting.name.onOneLine
        text = isMasked ? "***" : read.text
        makeJSON = read.json
        let path = setting.handle.systemPath.map { " \($0)" } ?? ""
        source = origin.text + path + (read.failure == nil ? "" : ", unreadable")
        failure = read.failure
    }

    var value: String { text.onOneLine }

    /// The setting on one line, as in "fontSize = 14.0 (stored)".
    var line: String { "\(name) = \(value) (\(source))" }

    /// An object with the name, the value, and its origin; a masked secret has no value.
    var row: JSON {
        var row: [String: JSON] = ["name": .string(setting.name), "from": .string(source)]
        if setting.isSecret { row["isSecret"] = .boolean(true) }
        if !isMasked { row["value"] = json }
        return .object(row)
    }
}

extension AnyHandle {
    /// Reads the current value or a part of it; the default if it can't be read.
    ///
    /// The JSON of many values takes longer than all the rest, and only some commands need it.
    fileprivate func read(
        _ field: String?
    ) -> (text: String, json: () -> JSON, isChanged: Bool, failure: TSUDError?) {
        var (value, failure) = (defaultValue, nil as TSUDError?)
        do throws(TSUDError) { value = try readableValue() } catch { failure = error }
        let makeJSON = { [value] in json(of: value, field) }
        let isDefault = field == nil ? isDefault(value) : makeJSON() == json(of: defaultValue, field)
        return (text(of: value, field), makeJSON, failure != nil || !isDefault, failure)
    }
}
