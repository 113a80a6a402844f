import TSUD

extension Program {
    /// The variables with an applied prefix that belong to no setting.
    var problemsOfVariables: [Problem] {
        let names = keys.flatMap { key -> [String] in
            guard let name = AppliedNames[key].variable else { return [] }
            return [name] + (key.isSecret ? [Variables.file(for: name)] : [])
        }
        return AppliedNames.variablesWithPrefix().filter { !names.contains($0) }.sorted().map { name in
            // Other programs may use the prefix as well, so only a misspelled name is an error.
            let isMisspelled = similarName(to: name, in: names) != nil
            let message = unknown("variable", name, outOf: names)
            return Problem(name: name, kind: isMisspelled ? .error : .note, message: message)
        }
    }
}
