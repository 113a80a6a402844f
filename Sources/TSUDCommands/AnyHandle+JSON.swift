import TSUD
import TSUDText

/// The values of a setting as JSON.
extension AnyHandle {
    /// Returns the JSON of a value or, with a name, of a part of it.
    func json(of value: Setting.ValueType, _ field: String?) -> JSON {
        guard let field else { return Setting.jsonValue(of: value) }
        return (try? JSON(encoding: value))?.part(field) ?? .null
    }

    /// Returns the stored value as JSON, whatever overrides it; `nil` if nothing is stored.
    func storedJSON() throws(TSUDError) -> JSON? { try stored { handle, value in handle.json(of: value, nil) } }

    /// Returns the string of the stored value or of a part of it, whatever overrides it; `nil` if nothing is stored.
    func storedText(_ field: String?) throws(TSUDError) -> String? {
        try stored { handle, value in handle.text(of: value, field) }
    }

    private func stored<Result>(_ body: (Self, Setting.ValueType) -> Result) throws(TSUDError) -> Result? {
        guard let object = storedObject else { return nil }
        return body(self, try value(of: FoundObject(object, .stored)))
    }
}
