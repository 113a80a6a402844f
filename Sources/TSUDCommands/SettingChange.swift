import Foundation
import TSUD
import TSUDText

/// A change of a setting, a member, or a part of one, for a transaction.
///
/// A part is changed in the stored value, so that a command that changes another part at the same time is not undone.
struct SettingChange {
    let setting: NamedSetting
    /// The string of the whole value that it stores.
    var text: String?
    let make: (inout TSUDTransaction) throws -> Void
}

extension SettingChange {
    /// A note about a whole number that is rounded.
    var roundingNote: String? {
        func digits(_ text: String) -> Substring { text.drop { "+-0".contains($0) } }
        guard let text, !setting.isSecret, digits(text).utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let stored = try? setting.handle.storedText(setting.field), digits(stored) != digits(text),
            let value = Double(stored), value != 0, String(format: "%.0f", abs(value)) != digits(text)
        else { return nil }
        return "\(text.quoted) is rounded to \(stored)"
    }
}

extension NamedSetting {
    /// Returns the change that stores the value of a string.
    ///
    /// - Throws: `unreadable` or `invalid`, if the string is for a whole value.
    func setting(to text: String) throws(TSUDError) -> SettingChange {
        // A lock with the same value needs no change.
        if try handle.isLocked(to: text, field) { return SettingChange(setting: self) { _ in } }
        guard let field else {
            return SettingChange(setting: self, text: text, make: try handle.change(to: text))
        }
        let (handle, whole) = (handle, whole)
        let error = invalid(text, valueParts.schema(ofField: field), expecting: shortHelp)
        return SettingChange(setting: self, text: text) { settings in
            let isValid = try handle.changeField(field, of: whole, in: &settings) { _ in JSON.candidates(for: text) }
            if !isValid { throw error }
        }
    }

    /// The change that restores the default.
    var resetting: SettingChange {
        guard let field else { return SettingChange(setting: self, make: handle.resetting) }
        let (handle, whole) = (handle, whole)
        return SettingChange(setting: self) { settings in
            let standard = handle.defaultPart(field)
            if try handle.changeField(field, of: whole, in: &settings, { $0 == standard ? nil : [standard] }) { return }
            throw CommandError.usage("the default of \(whole.quoted) has no field \(field.quoted)")
        }
    }

    /// Returns the change that adds elements to an array or a set, or removes them.
    func changingElements(_ texts: [String], isAdding: Bool) -> SettingChange {
        let (handle, field, setting) = (handle, field, self)
        let noList = CommandError.usage("\(name.quoted) is neither an array nor a set")
        return SettingChange(setting: self) { settings in
            for text in texts {
                guard let field else {
                    guard let elements = handle.elements(in: &settings) else { throw noList }
                    let changed = isAdding ? elements.adding(text) : elements.removing(text)
                    guard let changed, handle.set(changed, in: &settings) else { throw setting.noElement(text) }
                    continue
                }
                let isValid = try handle.changeField(field, of: setting.whole, in: &settings) { current in
                    guard case .array(let elements) = current ?? .array([]) else { throw noList }
                    return JSON.candidates(for: text).map { element in
                        .array(isAdding ? elements + [element] : elements.filter { $0 != element })
                    }
                }
                if !isValid { throw setting.noElement(text) }
            }
        }
    }

    /// The name of the setting or the member that has the part.
    var whole: String { field.map { String(name.dropLast($0.count + 1)) } ?? name }

    private func noElement(_ text: String) -> CommandError {
        let schema = (field.map { valueParts.schema(ofField: $0) } ?? valueParts.schema).items
        let choices = schema.choices
        let help = choices.isEmpty ? "an element of \(shortHelp)" : "one of \(firstNames(of: choices))"
        return invalid(text, schema, expecting: help)
    }

    /// The error about a string, in the words of that about a whole value.
    private func invalid(_ text: String, _ schema: JSON, expecting help: String) -> CommandError {
        let kind = help.hasPrefix("a ") ? help.firstRange(of: " such as ").map { help[..<$0.lowerBound] } : nil
        let size = isSecret ? nil : schema.numberType.flatMap { sizeProblem(of: text, isInteger: $0 == "integer") }
        let problem = size ?? "is not \(kind ?? "valid")"
        let shown = isSecret ? "the value" : text.quoted
        return .usage("Text for key \(name.quoted): \(shown) \(problem).\nExpected \(help).")
    }
}

extension AnyHandle {
    /// Whether an administrator's file locks the setting, or a part of it, with the value of a string.
    fileprivate func isLocked(to text: String, _ field: String?) throws(TSUDError) -> Bool {
        guard origin == .managed, let value = try? readableValue() else { return false }
        if field != nil { return JSON.candidates(for: text).contains(json(of: value, field)) }
        return try self.text(of: self.value(typed: text)) == self.text(of: value)
    }

    /// The change of a transaction that resets the setting.
    fileprivate var resetting: (inout TSUDTransaction) throws -> Void {
        let handle = typed
        return { $0.reset(handle) }
    }

    /// Returns the change of a transaction that stores the value of a string.
    fileprivate func change(to text: String) throws(TSUDError) -> (inout TSUDTransaction) -> Void {
        let handle = typed
        let value = try value(typed: text)
        if let json = try? JSON(text), let message = messages(aboutFieldsOf: json).first {
            throw TSUDError(.unreadable, key: stringKey, description: message)
        }
        return { $0[handle] = value }
    }

    /// The elements of the stored value; `nil` if it is neither an array nor a set.
    fileprivate func elements(in settings: inout TSUDTransaction) -> (any ElementCollection)? {
        settings[typed] as? any ElementCollection
    }

    /// Stores elements, and returns whether they are a value of the setting.
    fileprivate func set(_ elements: any ElementCollection, in settings: inout TSUDTransaction) -> Bool {
        guard let value = elements as? Setting.ValueType else { return false }
        settings[typed] = value
        return true
    }
}
