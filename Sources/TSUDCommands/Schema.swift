import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Prints a JSON Schema of an object with the settings' values by their names: of all settings, or of those of the
    /// suite that a file's name is for.
    func schema() throws {
        let keys = try operands.first.map { try program.keys(inFileNamed: $0) } ?? program.keys
        try print(program.schema(of: keys).indentedText + "\n")
    }
}

extension Program {
    /// The schema, of the version 2020-12, which accepts the values that `doctor` accepts.
    fileprivate func schema(of keys: [any TSUD.Type]) -> JSON {
        // Editors find the schema by this name.
        var properties: [String: JSON] = ["$schema": .object([:])]
        var patterns: [String: JSON] = [:]
        for setting in keys.map({ NamedSetting($0) }) where properties[setting.name] == nil {
            let schema = setting.schema
            properties[setting.name] = .object(schema)
            for key in setting.handle.setting.formerKeys where !key.contains("*") && properties[key] == nil {
                properties[key] = deprecated(key, setting.name)
            }
            guard setting.handle.setting.takesMembers else { continue }
            // Members have the same type. They inherit the setting's value, not its default.
            let member = JSON.object(schema.filter { $0.key != "default" })
            patterns["^\(NSRegularExpression.escapedPattern(for: setting.name))/."] = member
            if let pattern = setting.handle.setting.patternOfIndependentMembers { patterns[pattern] = member }
        }
        return .object([
            "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
            "title": .string("Settings of \(name)"), "type": .string("object"), "properties": .object(properties),
            "patternProperties": .object(patterns), "additionalProperties": .boolean(false),
        ])
    }

    /// Returns the settings of the suite that a file's name is for.
    fileprivate func keys(inFileNamed path: String) throws -> [any TSUD.Type] {
        let found = keys.filter { NamedSetting($0).isInFile(named: path) }
        if !found.isEmpty { return found }
        let names = firstOfSuites.compactMap(\.suiteFile).sorted()
        throw CommandError.usage(unknown("file", path, outOf: names.map { "\($0).json" }))
    }

    /// A former key has no effect in such a file.
    private func deprecated(_ key: String, _ current: String) -> JSON {
        .object([
            "deprecated": .boolean(true), "description": .string("now called \(current.quoted)"), "not": .object([:]),
        ])
    }
}

extension NamedSetting {
    /// The schema of the value, with its default and a description.
    fileprivate var schema: [String: JSON] {
        guard case .object(var schema) = handle.setting.typeSchema else { return [:] }
        if !isSecret { schema["default"] = handle.defaultJSON }
        schema["description"] = .string([summary, valueHelp].compactMap { $0 }.joined(separator: "; "))
        return schema
    }
}

extension AnyHandle {
    fileprivate var defaultJSON: JSON { Setting.jsonValue(of: defaultValue) }
}

extension TSUD {
    /// The schema of the value without its default.
    static var typeSchema: JSON { TypeSchema(ValueType.self, isWhole: true, example: jsonValue(of: defaultValue)).json }

    /// The pattern of the keys of independent members; `nil` if members have other keys.
    fileprivate static var patternOfIndependentMembers: String? {
        let parts = memberKey.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, memberKey.count > 1 else { return nil }
        return "^" + parts.map(NSRegularExpression.escapedPattern(for:)).joined(separator: ".*") + "$"
    }
}
