import TSUD

/// A setting as a command shows it: its name, its current value, and the origin of the value.
struct ShownSetting {
    let setting: NamedSetting
    let name: String
    let value: String
    /// The value's string, masked for a secret.
    let text: String?
    /// The value; the default for an unreadable one.
    let json: JSON
    let source: String
    let isStored: Bool
    /// Whether the value is a secret that only `get` and `export` print; a default is none.
    let isMasked: Bool
    /// Whether the value differs from the default, or can't be read.
    let isChanged: Bool
    /// The reason why the value can't be read, or nil.
    let failure: TSUDError?

    /// - Parameters:
    ///   - setting: The setting.
    ///   - system: The administrator's value to show; `nil` for the current value.
    init(_ setting: NamedSetting, _ system: FoundObject? = nil) {
        self.setting = setting
        let place = system?.origin ?? setting.handle.origin
        let read = setting.handle.read(system, setting.field)
        isChanged = place != .defaultValue && read.isChanged
        isStored = place == .stored
        isMasked = setting.isSecret && place != .defaultValue
        name = setting.name.onOneLine
        text = isMasked ? "***" : read.text
        value = text.shown
        json = read.json
        let path = (system?.path ?? setting.handle.systemPath).map { " \($0)" } ?? ""
        source = place.text + path + (read.failure == nil ? "" : ", unreadable")
        failure = read.failure
    }

    /// The setting on one line, as in "fontSize = 14.0 (stored)".
    var line: String { "\(name) = \(value) (\(source))" }
}

extension AnyHandle {
    /// Reads the current value or the administrator's, or a part of it; the default if it can't be read.
    fileprivate func read(
        _ system: FoundObject?,
        _ field: String?
    ) -> (text: String?, json: JSON, isChanged: Bool, failure: TSUDError?) {
        let standard = json(of: defaultValue, field)
        do throws(TSUDError) {
            let value = if let system { try value(of: system) } else { try readableValue() }
            let json = json(of: value, field)
            let isDefault = field == nil ? self.isDefault(value) : json == standard
            return (text(of: value, field), json, !isDefault, nil)
        } catch {
            return (text(of: defaultValue, field), standard, true, error)
        }
    }
}

extension String? {
    /// The string on one line; "nil" if there is none.
    var shown: String { self?.onOneLine ?? "nil" }
}
