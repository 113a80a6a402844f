import TSUD
import TSUDText

/// Fields of structures, and entries of dictionaries.
extension JSON {
    /// Returns the names that lead to a part, of which the last one may be absent.
    ///
    /// The name of an entry may contain dots, so the longest name that exists is used.
    ///
    /// - Parameter field: The names with dots between them, as in "proxy.port".
    /// - Returns: The names.
    func steps(to field: String) -> [String] {
        guard case .object(let members) = self else { return [field] }
        let names = members.keys.filter { field == $0 || field.hasPrefix($0 + ".") }
        guard let name = names.max(by: { $0.count < $1.count }), name != field else { return [field] }
        return [name] + (members[name] ?? .null).steps(to: String(field.dropFirst(name.count + 1)))
    }

    /// Returns a part; `nil` if there is none.
    func part(_ field: String) -> JSON? { self[steps(to: field)[...]] }

    subscript(steps: ArraySlice<String>) -> JSON? {
        guard let name = steps.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[name]?[steps.dropFirst()]
    }

    /// Returns the value with another part, or without it for `nil`; `nil` if the names lead to no structure.
    func replacing(_ steps: ArraySlice<String>, with part: JSON?) -> JSON? {
        guard let name = steps.first else { return part }
        guard case .object(var members) = self else { return nil }
        if steps.count == 1 {
            members[name] = part
        } else {
            guard let changed = members[name]?.replacing(steps.dropFirst(), with: part) else { return nil }
            members[name] = changed
        }
        return .object(members)
    }

    /// Returns the values that a string may represent in a structure: JSON, a string, a boolean, or a case of an enum.
    ///
    /// - Parameter text: The string. "null" is only null.
    /// - Returns: The values, in the order in which they are tried.
    static func candidates(for text: String) -> [JSON] {
        let json = try? JSON(text)
        if json == .null { return [.null] }
        let others: [JSON?] = [
            json ?? (text.isTypedNumber ? .number(text) : nil), .string(text), Bool(typed: text).map { .boolean($0) },
            .object([text: .object([:])]),
        ]
        return others.compactMap { $0 }
    }
}
