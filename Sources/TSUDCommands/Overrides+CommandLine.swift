import Foundation
public import TSUD
import TSUDText

extension Collection where Element == any TSUD.Type {
    /// Makes environment variables override the stored values of the list's settings.
    ///
    /// ```swift
    /// import TSUDCommands
    ///
    /// // EDITOR_FONT_SIZE=20 editor
    /// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
    /// try settings.applyEnvironment(prefix: "EDITOR_")
    /// ```
    ///
    /// The variable's name is the prefix and the setting's key in capitals, with an underscore between words:
    /// `fontSize` has EDITOR_FONT_SIZE. ``DescribedSetting/variableName`` replaces it. A variable contains a string
    /// that `parse(_:)` accepts. TSUD treats an empty variable as not set, except for a `String`. Members have no
    /// variables.
    ///
    /// The variable of a secret setting may name a file instead, so that the value is in no process's environment:
    /// EDITOR_TOKEN_FILE for EDITOR_TOKEN, unless another setting has that variable. A final line break isn't part of
    /// the value. Without these variables, TSUD looks for the file EDITOR_TOKEN in `$CREDENTIALS_DIRECTORY`, where
    /// systemd puts credentials.
    ///
    /// The value overrides the stored one until the process ends, and stores nothing. If called in an ephemeral scope,
    /// the overrides belong to that scope. A real launch argument, and an option that ``applyArguments(_:before:)``
    /// applied, take precedence. A `UserDefaults` object that no setting used does not have the value, except on Apple
    /// systems.
    ///
    /// - Parameter prefix: The beginning of the names of all variables, such as "EDITOR_".
    /// - Throws: `unreadable` or `invalid` for the value of a variable, or for a file that can't be read. Also
    ///   `invalid` if a variable and its file are both given, and `duplicateKey` if two settings have the same
    ///   variable. One error describes all failures, and nothing is applied then.
    public func applyEnvironment(prefix: String) throws(TSUDError) {
        let settings = Array(self)
        let names = CommandLineNames(settings) { $0.variable(prefix: prefix) }
        var overrides: [Override] = []
        var errors = names.errors("variable")
        let variables = Variables(others: Set(names.indices.keys))
        for (name, index) in names.indices.sorted(by: { $0.key < $1.key }) {
            let setting = settings[index]
            do throws(TSUDError) {
                guard let (text, source) = try variables.value(of: setting, named: name) else { continue }
                overrides.append(try setting.override(text, from: "Variable '\(source)'", origin: .variable(source)))
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        for (name, index) in names.indices { AppliedNames[settings[index]].variable = name }
        AppliedNames.add(prefix: prefix)
        Overrides.apply(overrides)
    }

    /// Makes options override the stored values of the list's settings, and removes the options from the array.
    ///
    /// ```swift
    /// import TSUDCommands
    ///
    /// // editor --font-size 20 --has-widgets notes.txt
    /// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
    /// var arguments = Array(CommandLine.arguments.dropFirst())
    /// try settings.applyArguments(&arguments)
    /// print(arguments)                //=> ["notes.txt"]
    /// ```
    ///
    /// It applies `--font-size 20`, `--font-size=20`, and `-fontSize 20`, which Foundation reads as well.
    /// ``DescribedSetting/optionName`` replaces the name. Unknown options, and everything after `--`, stay in the
    /// array. A word that begins with a dash is a value only if it is a number or follows an equals sign.
    ///
    /// A `Bool` needs no value: `--has-widgets` turns it on, `--no-has-widgets` off. The next word is its value only if
    /// it is true, false, yes, no, on, off, 1, or 0. If the option of an array or a set is repeated, each adds an
    /// element. If another option is repeated, the last one wins. Members have no options.
    ///
    /// If the program has a subcommand for its settings, name it. Options after that word stay in the array, so an
    /// option of a setting never takes the place of one of the subcommand:
    ///
    /// ```swift
    /// import TSUDCommands
    ///
    /// // editor --font-size 20 config list --json
    /// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
    /// var arguments = Array(CommandLine.arguments.dropFirst())
    /// try settings.applyArguments(&arguments, before: "config")
    /// print(arguments)                //=> ["config", "list", "--json"]
    /// ```
    ///
    /// The values override stored ones as ``applyEnvironment(prefix:)`` describes, and take precedence over variables.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the program, with or without its path.
    ///   - command: The word at which to stop, such as "config"; by default none.
    /// - Throws: `unreadable` or `invalid` for the value of an option, or if it has none; `duplicateKey` if two
    ///   settings have the same option. One error describes all failures. Nothing is applied then, and the array is
    ///   unchanged.
    public func applyArguments(_ arguments: inout [String], before command: String? = nil) throws(TSUDError) {
        let settings = Array(self)
        let long = CommandLineNames(settings) { $0.option }
        var given: [(index: Int, option: String, texts: [String?], hint: String)] = []
        var rest = arguments[...]
        var left: [String] = []
        while let word = rest.popFirst() {
            if word == "--" || word == command {
                left += [word] + rest
                break
            }
            guard let (index, option, text) = long.option(word, &rest, settings) else {
                left.append(word)
                continue
            }
            let isDashed = text == nil && rest.first?.hasPrefix("-") == true && rest.first?.hasPrefix("--") == false
            let hint =
                isDashed
                ? " A value that begins with a dash follows an equals sign, as in \(option)=\(rest.first ?? "")." : ""
            if let same = given.firstIndex(where: { $0.index == index }) {
                given[same].texts.append(text)
                given[same].option = option
            } else {
                given.append((index, option, [text], hint))
            }
        }
        var overrides: [Override] = []
        var errors = long.errors("option")
        for (index, option, texts, hint) in given {
            let setting = settings[index]
            do throws(TSUDError) {
                let text = texts.contains(nil) ? nil : setting.text(ofRepeated: texts.compactMap { $0 })
                overrides.append(
                    try setting.override(text, from: "Option '\(option)'", origin: .option(option), hint)
                )
            } catch {
                errors.append(masking(error))
            }
        }
        if let error = TSUDError(errors) { throw error }
        for (name, index) in long.indices { AppliedNames[settings[index]].option = name }
        AppliedNames.areOptionsBeforeCommand = command != nil
        Overrides.apply(overrides)
        arguments = left
    }

    /// A line for each option of ``applyArguments(_:before:)``, for the help of a program that has its own parser.
    ///
    /// Each line has the option and its input, such as `--font-size: a number such as 12.0`.
    public var optionsHelp: String {
        let lines = compactMap { setting in setting.option.map { "  \($0): \(NamedSetting(setting).valueHelp)" } }
        return lines.joined(separator: "\n")
    }
}

/// The settings of a list by the names of their variables or options.
private struct CommandLineNames {
    /// The positions of the settings in the list.
    private(set) var indices: [String: Int] = [:]
    private var ambiguous: [(name: String, keys: [any TSUD.Type])] = []

    init(_ settings: [any TSUD.Type], _ name: (any TSUD.Type) -> String?) {
        for (index, key) in settings.enumerated() {
            guard let name = name(key) else { continue }
            if let other = indices.updateValue(index, forKey: name) {
                ambiguous.append((name, [settings[other], key]))
            }
        }
    }

    func errors(_ kind: String) -> [TSUDError] {
        ambiguous.map { name, keys in
            let settings = keys.map { "'\($0.stringKey)'" }.joined(separator: " and ")
            let description = "The settings \(settings) have the same \(kind), '\(name)'."
            return TSUDError(.duplicateKey, key: keys[0].stringKey, description: description)
        }
    }

    /// Returns the setting of an option, and its value, which may be among the words after it.
    func option(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        _ settings: [any TSUD.Type]
    ) -> (index: Int, name: String, text: String?)? {
        let isLong = word.hasPrefix("--")
        if isLong, let equals = word.equalsSigns.first {
            let name = String(word[..<equals])
            return indices[name].map { ($0, name, word.text(afterEqualsSign: equals)) }
        }
        let key = String(word.dropFirst())
        let short = word.hasPrefix("-") ? settings.firstIndex { $0.stringKey == key } : nil
        if let index = indices[word] ?? short {
            return (index, word, settings[index].optionText(in: &rest, isLong: isLong))
        }
        let negated = word.hasPrefix("--no-") ? indices["--" + word.dropFirst(5)] : nil
        guard let index = negated, settings[index].isBoolean else { return nil }
        return (index, word, "false")
    }
}

extension TSUD {
    /// The name of the setting's option, such as `--font-size`.
    static var option: String? {
        if let name = (self as? any DescribedSetting.Type)?.optionName { return name }
        let words = words(of: stringKey)
        return words.isEmpty ? nil : "--" + words.joined(separator: "-")
    }

    /// The name of the setting's variable, such as "EDITOR_FONT_SIZE".
    static func variable(prefix: String) -> String? {
        if let name = (self as? any DescribedSetting.Type)?.variableName { return name }
        let words = words(of: stringKey)
        return words.isEmpty ? nil : prefix + words.joined(separator: "_").uppercased()
    }

    /// Returns the override that the string of an option or a variable represents.
    ///
    /// - Parameters:
    ///   - text: The string; nil if it is missing.
    ///   - source: The beginning of an error's description, such as "Variable 'EDITOR_FONT_SIZE'".
    ///   - origin: The option or the variable.
    ///   - hint: The sentence after the error about a missing string.
    /// - Returns: The override.
    /// - Throws: `unreadable` or `invalid`.
    fileprivate static func override(
        _ text: String?,
        from source: String,
        origin: ValueOrigin,
        _ hint: String = ""
    ) throws(TSUDError) -> Override {
        let key = stringKey
        let source = "\(source) for key '\(key)'"
        guard let text else {
            let description = "\(source) has no value.\(hint)"
            throw TSUDError(.unreadable, key: key, description: description, validInput: validInput(listing: 5))
        }
        return Override(key: key, object: try handle.object(typed: text, from: source), origin: origin)
    }

    static var isBoolean: Bool { ValueType.self == Bool.self || ValueType.self == Bool?.self }
    static var isString: Bool { ValueType.self == String.self || ValueType.self == String?.self }

    /// Returns the value of an option, and removes it from the words after the option; nil if it is missing.
    fileprivate static func optionText(in rest: inout ArraySlice<String>, isLong: Bool) -> String? {
        guard let next = rest.first, !next.hasPrefix("-") || Double(next) != nil else {
            return isBoolean ? "true" : nil
        }
        // After one dash, Foundation uses any word as the value.
        if isBoolean, isLong, (try? parse(next)) == nil { return "true" }
        rest.removeFirst()
        return next
    }
}

/// Returns the words of a name in lower case: "font" and "size" of "fontSize", "use" and "ipv6" of "useIPv6".
private func words(of name: String) -> [String] {
    let scalars = Array(name.unicodeScalars)
    func isLower(_ index: Int) -> Bool {
        index < scalars.count && scalars[index].properties.generalCategory == .lowercaseLetter
    }
    func isUpper(_ index: Int) -> Bool { scalars[index].properties.generalCategory == .uppercaseLetter }
    var words = [""]
    for (index, scalar) in scalars.enumerated() {
        let isPart = CharacterSet.alphanumerics.contains(scalar)
        // An acronym ends before a capital letter with at least two small ones: "HTTPProxy", but "URLs" and "IPv6".
        let begins =
            index > 0 && isUpper(index)
            && (isUpper(index - 1)
                ? isLower(index + 1) && isLower(index + 2)
                : isLower(index - 1) || scalars[index - 1].properties.numericType != nil)
        if begins || !isPart { words.append("") }
        if isPart { words[words.count - 1].unicodeScalars.append(scalar) }
    }
    return words.filter { !$0.isEmpty }.map { $0.lowercased() }
}
