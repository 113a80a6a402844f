import Foundation

extension Collection where Element == any TSUD.Type {
    /// Makes environment variables count as launch arguments of this process.
    ///
    /// ```swift
    /// // EDITOR_FONT_SIZE=20 editor
    /// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
    /// try settings.applyEnvironment(prefix: "EDITOR_")
    /// ```
    ///
    /// A setting's variable is the prefix and its ``TSUD/TSUD/stringKey`` in capitals, with an underscore between words:
    /// `fontSize` has FONT_SIZE, and "Has Widgets" HAS_WIDGETS. The text is what ``TSUD/TSUD/value(from:)`` accepts.
    /// Members have no variables.
    ///
    /// Until the process ends, the value hides what is stored, in each suite that a key of the name is used with, and
    /// ``TSUD/TSUD/origin`` is ``ValueOrigin/launchArgument``. Nothing is stored. A real launch argument, and an
    /// option that ``applyArguments(_:)`` has taken, hide the variable. Call it at launch, before other threads use
    /// settings. A plain `UserDefaults` object that no key was used with does not have the value, except on Apple
    /// systems.
    ///
    /// - Parameter prefix: what the names of all variables begin with, such as "EDITOR_".
    /// - Throws: ``TSUDError/Code/unreadable`` or ``TSUDError/Code/invalid`` for the text of a variable,
    ///   ``TSUDError/Code/duplicateKey`` if two settings have the same variable. One error describes all that is wrong,
    ///   and nothing is taken then.
    public func applyEnvironment(prefix: String) throws(TSUDError) {
        let settings = Array(self)
        let names = NamesOnCommandLine(settings) { prefix + $0.joined(separator: "_").uppercased() }
        var taken: [Override] = []
        var errors = names.errors("variable")
        let environment = ProcessInfo.processInfo.environment
        for name in Array(names.indices.keys).sorted() {
            guard let text = environment[name], let index = names.indices[name] else { continue }
            do throws(TSUDError) {
                taken.append(try settings[index].argument(text, from: "Variable '\(name)'"))
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        Overrides.take(variables: taken)
    }

    /// Takes the settings out of a program's arguments, and makes them count as launch arguments of this process.
    ///
    /// ```swift
    /// // editor --font-size 20 --has-widgets notes.txt
    /// let settings: [any TSUD.Type] = [fontSize.self, hasWidgets.self]
    /// var arguments = Array(CommandLine.arguments.dropFirst())
    /// try settings.applyArguments(&arguments)
    /// print(arguments)                //=> ["notes.txt"]
    /// ```
    ///
    /// It takes `-fontSize 20`, which Foundation understands as well, `--font-size 20` and `--font-size=20`, and leaves
    /// the rest for the program's own parser: unknown options, and everything from `--` on. The text is what
    /// ``TSUD/TSUD/value(from:)`` accepts. A word that begins with a dash is a value only if it is a number, or follows
    /// an equals sign. A Boolean setting needs no value: after two dashes, the next word is its value only if it is one,
    /// such as `off`. Of an option that is given twice, the last counts. Members have no options.
    ///
    /// The values have the effect that ``applyEnvironment(prefix:)`` describes, and hide variables.
    ///
    /// - Parameter arguments: the arguments of the program, with or without its path.
    /// - Throws: ``TSUDError/Code/unreadable`` or ``TSUDError/Code/invalid`` for the value of an option, or if it has
    ///   none; ``TSUDError/Code/duplicateKey`` if two settings have the same option. One error describes all that is
    ///   wrong; nothing is taken then, and the array is unchanged.
    public func applyArguments(_ arguments: inout [String]) throws(TSUDError) {
        let settings = Array(self)
        let long = NamesOnCommandLine(settings) { "--" + $0.joined(separator: "-") }
        var indices = long.indices
        for (index, key) in settings.enumerated() { indices["-" + key.stringKey] = index }
        var taken: [Override] = []
        var errors = long.errors("option")
        var left: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                left += [word] + rest
                break
            }
            let isLong = word.hasPrefix("--")
            let equals = isLong ? word.firstIndex(of: "=") : nil
            let option = equals.map { String(word[..<$0]) } ?? word
            guard let index = indices[option] else {
                left.append(word)
                continue
            }
            let key = settings[index]
            do throws(TSUDError) {
                let value = equals.map { String(word[$0...].dropFirst()) }
                let text = value ?? key.takeValue(from: &rest, isLong: isLong)
                taken.append(try key.argument(text, from: "Option '\(option)'"))
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        Overrides.take(options: taken)
        arguments = left
    }
}

/// The settings of a list by what they are called in the environment or as an option.
private struct NamesOnCommandLine {
    /// Where each name's setting is in the list.
    private(set) var indices: [String: Int] = [:]
    private var ambiguous: [(name: String, keys: [any TSUD.Type])] = []

    init(_ settings: [any TSUD.Type], _ name: ([String]) -> String) {
        for (index, key) in settings.enumerated() {
            let words = Self.words(of: key.stringKey)
            if words.isEmpty { continue }
            let name = name(words)
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

    /// The words of a name in lower case: "font" and "size" of "fontSize", "http" and "proxy" of "HTTPProxy".
    private static func words(of name: String) -> [String] {
        let boundary = #"(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})"#
        return name.replacingOccurrences(of: boundary, with: " ", options: .regularExpression)
            .lowercased().components(separatedBy: .alphanumerics.inverted).filter { !$0.isEmpty }
    }
}

extension TSUD {
    /// What a text stands for, as a launch argument of this setting; `nil` if the text is missing.
    fileprivate static func argument(_ text: String?, from source: String) throws(TSUDError) -> Override {
        let key = handle.key
        let source = "\(source) for key '\(key.key)'"
        guard let text else {
            let description = "\(source) has no value, expected \(ValueType.self)."
            throw TSUDError(.unreadable, key: key.key, description: description)
        }
        let value = try Self.value(ofText: text, forKey: key.key, from: source)
        return Override(name: key.key, object: try key.encode(value).foundationObject, suite: key.backend)
    }

    /// Takes the value of an option from the words after it; `nil` if it is missing.
    fileprivate static func takeValue(from rest: inout ArraySlice<String>, isLong: Bool) -> String? {
        let isBoolean = ValueType.self == Bool.self || ValueType.self == Bool?.self
        guard let next = rest.first, !next.hasPrefix("-") || Double(next) != nil else {
            return isBoolean ? "true" : nil
        }
        // After one dash, Foundation takes any word for the value.
        if isBoolean, isLong, (try? value(from: next)) == nil { return "true" }
        rest.removeFirst()
        return next
    }
}
