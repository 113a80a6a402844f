import Foundation
import TSUD

extension ShownSetting {
    /// An object with the name, the value, and its origin; a masked secret has no value.
    var row: JSON {
        var row: [String: JSON] = ["name": .string(setting.name), "from": .string(source)]
        if setting.isSecret { row["isSecret"] = .boolean(true) }
        if !isMasked { row["value"] = json }
        return .object(row)
    }
}

/// Returns a value in JSON on one line, for a JSON Schema.
func json(_ value: some Encodable) throws -> String { try JSON(encoding: value).text }
