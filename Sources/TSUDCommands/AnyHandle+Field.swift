import Foundation
import TSUD
import TSUDText

/// The fields of structures and the entries of dictionaries, which commands read and change as JSON.
extension AnyHandle {
    /// Throws an error if the value has no such part, unless it may have one: the value of a field is nil.
    func checkField(_ field: String, of name: String) throws {
        do throws(MissingField) {
            _ = try steps(to: field, in: json(of: (try? readableValue()) ?? defaultValue), name)
        } catch {
            if case .noField = error { throw error.error }
        }
    }

    private func json(of value: Setting.ValueType) -> JSON { (try? JSON(encoding: value)) ?? .null }

    /// Returns the names that lead to a part in the JSON of a value.
    private func steps(to field: String, in json: JSON, _ name: String) throws(MissingField) -> [String] {
        let steps = json.steps(to: field)
        if json[steps[...]] != nil { return steps }
        // An encoder omits a field that is nil, so the rest may name fields inside it.
        var owner = Array(steps.dropLast())
        var rest = (steps.last ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        while let first = rest.first {
            let isNil = json[owner[...]] ?? .null == .null
            let fields = fields(at: owner, in: json)
            if !isNil, owner.count == steps.count - 1, reads(steps, in: json) { return steps }
            if !first.isEmpty, isNil ? fields.isEmpty || fields.contains(first) : reads(owner + [first], in: json) {
                (owner, rest) = (owner + [first], Array(rest.dropFirst()))
            } else {
                throw .noField(([name] + owner).joined(separator: "."), first, fields)
            }
        }
        throw .isNil(([name] + owner.dropLast()).joined(separator: "."))
    }

    /// The names of the fields that a part may have, by its type and its value.
    private func fields(at steps: [String], in json: JSON) -> [String] {
        ValueParts(json: json[steps[...]] ?? .null, schema: Setting.typeSchema.schema(at: steps)).names
    }

    /// Whether the type of the value decodes a part, which the value need not have.
    private func reads(_ steps: [String], in json: JSON) -> Bool {
        guard let probe = json.replacing(steps[...], with: .boolean(true)) else { return false }
        do throws(TSUDError) {
            return try self.json(of: value(ofJSON: probe, from: ""))[steps[...]] != nil
        } catch {
            return error.code == .unreadable
        }
    }

    /// Changes a part of the stored value in a transaction.
    ///
    /// - Parameters:
    ///   - field: The name of the part.
    ///   - name: The name of the setting, for errors.
    ///   - settings: The transaction.
    ///   - change: Returns the values for the part, or `nil` to store nothing. The first valid value is stored. A value
    ///     of `nil` removes the part.
    /// - Returns: Whether one of the values is valid.
    /// - Throws: ``CommandError`` if there is no such part, `invalid`, or the error of `change`.
    func changeField(
        _ field: String,
        of name: String,
        in settings: inout TSUDTransaction,
        _ change: (JSON?) throws -> [JSON?]?
    ) throws -> Bool {
        let json = json(of: settings[typed])
        let steps: [String]
        do throws(MissingField) {
            steps = try self.steps(to: field, in: json, name)
        } catch {
            throw error.error
        }
        guard let candidates = try change(json[steps[...]]) else { return true }
        for candidate in candidates {
            guard let changed = json.replacing(steps[...], with: candidate) else { continue }
            do throws(TSUDError) {
                let value = try value(ofJSON: changed, from: "Value for key '\(stringKey)'")
                let known = messages(aboutFieldsOf: json)
                if let message = messages(aboutFieldsOf: changed).first(where: { !known.contains($0) }) {
                    throw TSUDError(.invalid, key: stringKey, description: message)
                }
                settings[typed] = value
                return true
            } catch {
                if error.code != .unreadable { throw error }
            }
        }
        return false
    }

    /// Returns the part of the default value; `nil` if it has none.
    func defaultPart(_ field: String) -> JSON? { json(of: defaultValue).part(field) }

    /// Describes the strings that a person can type for a part.
    func validInput(for field: String) -> String {
        let current = (try? readableValue()).flatMap { json(of: $0).part(field) }
        let example = Setting.isSecret ? nil : [current, defaultPart(field)].compactMap { $0 }.first { $0 != .null }
        switch example {
        case nil: return "a string, a number, or JSON"
        case .boolean: return "on or off"
        case .number(let digits): return "a number such as \(digits)"
        case let json?:
            let text = json.typedText
            let isDate = (try? parsed(Date.self, text)) != nil
            return "\(isDate ? "a date" : "a value") such as \(text.asShellWord)"
        }
    }
}

/// The reason why a value has no part with a name.
private enum MissingField: Error {
    /// A structure doesn't have the field.
    case noField(_ setting: String, _ field: String, _ others: [String])
    /// The structure with the field is nil.
    case isNil(_ name: String)

    var error: CommandError {
        switch self {
        case .noField(let setting, let field, []): .usage("\(setting.quoted) has no field \(field.quoted)")
        case .noField(let setting, let field, let others):
            .usage("\(setting.quoted) has no field \(field.quoted). Valid fields: \(firstNames(of: others)).")
        case .isNil(let name): .usage("\(name.quoted) is nil")
        }
    }
}
