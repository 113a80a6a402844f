import TSUD

/// A change of a setting, a member, or a part of one, for a transaction.
///
/// A part is changed in the stored value, so that a command that changes another part at the same time is not undone.
struct SettingChange {
    let setting: NamedSetting
    let make: (inout TSUDTransaction) throws -> Void
}

extension NamedSetting {
    /// Returns the change that stores the value of a string.
    ///
    /// - Throws: `unreadable` or `invalid`, if the string is for a whole value.
    func setting(to text: String) throws(TSUDError) -> SettingChange {
        guard let field else {
            return SettingChange(setting: self, make: try handle.change(to: text))
        }
        let (handle, whole) = (handle, whole)
        let error = invalid(text)
        return SettingChange(setting: self) { settings in
            let isValid = try handle.changeField(field, of: whole, in: &settings) { _ in JSON.candidates(for: text) }
            if !isValid { throw error }
        }
    }

    /// Returns the change that adds an element to an array or a set.
    func adding(_ text: String) -> SettingChange {
        changingElements(text, { $0.adding(text) }, { elements, element in elements + [element] })
    }

    /// Returns the change that removes an element from an array or a set.
    func removing(_ text: String) -> SettingChange {
        changingElements(text, { $0.removing(text) }, { elements, element in elements.filter { $0 != element } })
    }

    private func changingElements(
        _ text: String,
        _ whole: @escaping (any ElementCollection) -> (any ElementCollection)?,
        _ part: @escaping ([JSON], JSON) -> [JSON]
    ) -> SettingChange {
        let (handle, field, setting) = (handle, field, self)
        let noElement = CommandError.usage("\(quoted(text)) is not an element of \(name.quoted)")
        let noList = CommandError.usage("\(name.quoted) is neither an array nor a set")
        return SettingChange(setting: self) { settings in
            guard let field else {
                guard let elements = handle.elements(in: &settings) else { throw noList }
                guard let changed = whole(elements), handle.set(changed, in: &settings) else { throw noElement }
                return
            }
            let isValid = try handle.changeField(field, of: setting.whole, in: &settings) { current in
                guard case .array(let elements) = current ?? .array([]) else { throw noList }
                return JSON.candidates(for: text).map { .array(part(elements, $0)) }
            }
            if !isValid { throw noElement }
        }
    }

    /// The name of the setting or the member that has the part.
    private var whole: String { field.map { String(name.dropLast($0.count + 1)) } ?? name }

    private func invalid(_ text: String) -> CommandError {
        .usage("\(quoted(text)) is not valid for \(name.quoted).\nExpected \(shortHelp).")
    }

    private func quoted(_ text: String) -> String { isSecret ? "'***'" : text.quoted }
}

extension AnyHandle {
    /// Returns the change of a transaction that stores the value of a string, or resets the setting.
    func change(to text: String?) throws(TSUDError) -> (inout TSUDTransaction) -> Void {
        let handle = typed
        guard let text else { return { $0.reset(handle) } }
        let value = try value(from: text)
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
