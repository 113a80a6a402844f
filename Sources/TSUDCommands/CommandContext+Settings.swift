import Foundation
import TSUD

extension SettingsCommand {
    /// Creates a command from its usage, such as "get NAME --json".
    private init(_ usage: String, _ summary: String, run body: @escaping Body) {
        let words = usage.split(separator: " ").map(String.init)
        name = words[0]
        operands = words.dropFirst().filter { !$0.hasPrefix("-") }
        options = words.filter { $0.hasPrefix("-") }
        self.summary = summary
        self.body = body
    }

    /// Returns the commands in the order of the help; a given command replaces another one with its name.
    static func all(with more: [SettingsCommand]) -> [SettingsCommand] {
        let settings = [
            Self("list --json --changed --system -z", "show each setting, its value, and its origin") { try $0.list() },
            Self("get NAME --json --origin --raw --system -z", "print a value; exit with 1 if it is nil") {
                try $0.get()
            },
            Self("describe NAME", "show all about a setting, and what to type for it") { try $0.describe() },
            Self(
                "set NAME [TEXT] [NAME=TEXT...] --add --remove",
                "store a value, or standard input for -; add or remove an element"
            ) {
                try $0.set()
            },
            Self("reset [NAME] --all", "remove the stored value, which restores the default") { try $0.reset() },
            Self("edit", "change settings in $VISUAL, $EDITOR, or vi") { try await $0.edit() },
            Self("export [FILE] --json", "write the stored values to a file, or to standard output") {
                try $0.exportSettings()
            },
            Self(
                "import FILE --merge --replace --skip-invalid",
                "store the values of a file or -; reset all others, or keep them"
            ) {
                try $0.importSettings()
            },
            Self("path --all", "print the path of the file that has the settings") { try $0.path() },
            Self("doctor [FILE]", "check the files of the settings, or one file") { try $0.doctor() },
            Self("schema", "print a JSON Schema of the settings") { try $0.schema() },
            Self("watch [NAME...] --json -z", "print each change, until Ctrl-C") { try await $0.watch() },
        ]
        let shell = [
            Self("completion SHELL [WORD...]", "print the script for bash, zsh, or fish") { try $0.completion() },
            Self("help [COMMAND]", "show this, or more about a command") { try $0.help() },
        ]
        let given = Set(more.map(\.name))
        return settings.filter { !given.contains($0.name) } + more + shell.filter { !given.contains($0.name) }
    }
}

extension CommandContext {
    fileprivate func list() throws {
        try program.checkFiles()
        let isOfSystem = options.contains("--system")
        let all = isOfSystem ? program.systemSettings : program.settings.map { ShownSetting($0) }
        let shown = all.filter { !options.contains("--changed") || $0.isChanged }
        if options.contains("--json") {
            try write(json(of: shown) + "\n")
        } else if options.contains("-z") {
            try write(shown.map { "\($0.setting.name)\n\($0.text ?? "")\0" }.joined())
        } else {
            try write(program.table(of: shown))
        }
        if let failure = TSUDError(shown.compactMap(\.failure)) { throw failure }
    }

    fileprivate func get() throws {
        let setting = try program.setting(named: operands[0])
        try program.checkFiles()
        let (handle, isJSON) = (setting.handle, options.contains("--json"))
        let text: String?
        if options.contains("--system") {
            text = try handle.systemValue.flatMap { try handle.text(of: $0) }
        } else {
            text =
                try options.contains("--raw") ? handle.storedJSON : isJSON ? json(of: setting) : handle.readableText()
        }
        guard let text else { throw CommandError.noValue }
        let origin = options.contains("--origin") ? origin(of: setting) + "\t" : ""
        try write(origin + text + (isNullTerminated ? "\0" : "\n"))
    }

    /// Whether records end with a null character.
    var isNullTerminated: Bool { options.contains("-z") }

    /// The origin of the value; the file of a stored one.
    private func origin(of setting: NamedSetting) -> String {
        let place = setting.handle.origin
        let system = options.contains("--system") ? setting.handle.systemValue?.path : setting.handle.systemPath
        let path = system ?? (place == .stored ? setting.path : nil)
        return path.map { "file:\($0)" } ?? place.text
    }

    fileprivate func describe() throws {
        let setting = try program.setting(named: operands[0])
        try write(description(of: setting, setting.handle.setting) + "\n")
    }

    fileprivate func set() throws {
        let assignments = operands.map { program.assignment($0) }
        let present = assignments.compactMap { $0 }
        if present.count == operands.count { return try set(present) }
        // The first operand decides whether the others are assignments.
        let extra = assignments[0] == nil ? 2 : assignments.firstIndex { $0 == nil } ?? 1
        if extra < operands.count {
            throw try CommandError.usage(program.unexpected(operands, at: extra, for: program.command(named: "set")))
        }
        // If no setting is named "server.port", the word is a field of the setting "server".
        let field = (try? program.setting(named: operands[0])) == nil ? program.field(operands[0]) : nil
        let setting = try field?.setting ?? program.setting(named: operands[0])
        let text = try operands.count > 1 ? typed(operands[1]) : secret(for: setting)
        if !options.isEmpty {
            try program.saving { try setting.handle.change(text, isAdded: options.contains("--add")) }
            return try write(change(of: setting, stored: nil, isReset: false))
        }
        try set([(setting, field.map { try $0.text(with: text) } ?? text)])
    }

    /// Stores several values in one transaction.
    private func set(_ assignments: [(setting: NamedSetting, text: String)]) throws {
        var changes: [(inout TSUDTransaction) -> Void] = []
        var errors: [TSUDError] = []
        for (setting, text) in assignments {
            do throws(TSUDError) {
                changes.append(try setting.handle.change(to: text))
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw CommandError.usage(program.keys.masking(error).description) }
        try program.saving {
            try updateSettings { settings in for change in changes { change(&settings) } }
        }
        for (setting, text) in assignments {
            try write(change(of: setting, stored: setting.handle.text(from: text)))
        }
    }

    /// Returns the text itself, or standard input for "-".
    private func typed(_ text: String) throws -> String {
        guard text == "-" else { return text }
        let data = try input(at: "-")
        guard var text = String(data: data, encoding: .utf8) else {
            throw CommandError.data("standard input is not in UTF-8")
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    /// Returns the value of a secret setting, which the user types without echo.
    private func secret(for setting: NamedSetting) throws -> String {
        guard setting.isSecret, isatty(STDIN_FILENO) == 1 else {
            throw CommandError.usage(
                "expected: \(program.name) set NAME TEXT, where TEXT is \(setting.valueHelp)"
            )
        }
        var before = termios()
        tcgetattr(STDIN_FILENO, &before)
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        program.warn("type the value of \(setting.name.quoted), which is not shown:")
        guard let text = readLine() else { throw CommandError.usage("no value was typed") }
        return text
    }

    fileprivate func reset() throws {
        if options.contains("--all") { return try resetAll() }
        guard let name = operands.first else {
            throw CommandError.usage("expected: \(program.name) reset NAME|--all")
        }
        let setting = try program.setting(named: name)
        try program.saving {
            try setting.handle.checkUnlocked()
            setting.handle.reset()
        }
        try write(change(of: setting, stored: nil))
    }

    private func resetAll() throws {
        var (names, locked): ([String], [TSUDError]) = ([], [])
        for setting in program.settings {
            do throws(TSUDError) {
                try setting.handle.checkUnlocked()
                if setting.handle.isSet { names.append(setting.name.onOneLine) }
            } catch {
                locked.append(error)
            }
        }
        try Log.without(.managed) { try program.saving { program.keys.reset() } }
        try write(names.isEmpty ? "Nothing was stored.\n" : "Reset: \(names.joined(separator: ", ")).\n")
        if let error = TSUDError(locked) { throw CommandError.managed(error.description) }
    }

    /// Returns the line of a changed setting and, if an override takes precedence, the stored value.
    func change(of setting: NamedSetting, stored: String?, isReset: Bool = true) -> String {
        let shown = setting.isSecret ? stored.map { _ in "***" } : stored
        let line = ShownSetting(setting).line
        guard setting.handle.origin.isOverride, shown != nil || isReset else { return line + "\n" }
        return "\(line), and \(shown?.onOneLine ?? "nothing") is stored\n"
    }

    fileprivate func help() throws {
        guard let name = operands.first else { return try write(program.helpText) }
        try write(program.helpText(for: program.command(named: name)))
    }
}

extension Program {
    /// Runs a closure that changes settings, and waits until the changes are on disk.
    func saving(_ body: () throws -> Void) throws {
        do {
            try Log.without(.notSaved) {
                try body()
                for suite in suites { try suite.flush() }
            }
        } catch let error as TSUDError {
            if error.code == .managed { throw CommandError.managed(error.description) }
            throw error.code == .notSaved || error.code == .busy
                ? CommandError.saving(error.description) : CommandError.usage(keys.masking(error).description)
        }
    }

    /// Checks that the files of the settings can be read.
    func checkFiles() throws {
        // Reading a damaged file would log the reason as well.
        let paths = Log.without(.damagedFile) {
            Log.without(.notSaved) { Set(keys.compactMap { NamedSetting($0).path }) }
        }
        for setting in keys where setting.suite.isDamagedAtFirstUse {
            let path = (setting.suite.filePath ?? "").quoted
            throw CommandError.data("the file \(path) is not a property list of settings")
        }
        for path in paths.sorted() {
            let data: Data
            do {
                data = try Data(contentsOf: URL(filePath: path))
            } catch {
                if access(path, F_OK) != 0 { continue }
                throw CommandError.input("can't read \(path.quoted): \(error.reason)")
            }
            // An empty file holds no settings.
            if !data.isEmpty, (try? PropertyListData.settings(in: data)) == nil {
                throw CommandError.data("the file \(path.quoted) is not a property list of settings")
            }
        }
    }

    /// Returns the setting and the text of "NAME=TEXT", or nil.
    func assignment(_ operand: String) -> (setting: NamedSetting, text: String)? {
        guard (try? setting(named: operand)) == nil, let equals = operand.firstIndex(of: "="),
            let setting = try? setting(named: String(operand[..<equals]))
        else { return nil }
        return (setting, String(operand[equals...].dropFirst()))
    }

    /// Returns the setting and the field of "NAME.field", or nil.
    fileprivate func field(_ operand: String) -> FieldOfSetting? {
        for (index, character) in zip(operand.indices, operand).reversed() where character == "." {
            if let setting = try? setting(named: String(operand[..<index])) {
                let fields = operand[operand.index(after: index)...].split(separator: ".").map(String.init)
                return fields.isEmpty ? nil : FieldOfSetting(setting: setting, path: fields)
            }
        }
        return nil
    }
}

/// A field of a setting whose value is a structure.
private struct FieldOfSetting {
    let setting: NamedSetting
    let path: [String]

    /// Returns the string of the structure with another value in the field.
    func text(with text: String) throws -> String {
        let current = Data(try json(of: setting).utf8)
        let object = try JSONSerialization.jsonObject(with: current, options: .fragmentsAllowed)
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        // A word is a string. So is a number, if the structure has a string in this field.
        let candidates = value.map { [$0, text] } ?? [text]
        var last = ""
        for candidate in candidates {
            let changed = try replacing(path[...], in: object, with: candidate)
            let data = try JSONSerialization.data(
                withJSONObject: changed,
                options: [.sortedKeys, .withoutEscapingSlashes]
            )
            last = String(decoding: data, as: UTF8.self)
            if let stored = setting.handle.text(from: last) {
                let read = try JSONSerialization.jsonObject(with: Data(stored.utf8), options: .fragmentsAllowed)
                // A structure ignores a field that it doesn't have.
                if !has(path[...], in: read) { throw noField }
                return last
            }
        }
        return last
    }

    private var noField: CommandError {
        .usage("\(setting.name.quoted) has no field \(path.joined(separator: ".").quoted)")
    }

    private func has(_ path: ArraySlice<String>, in object: Any) -> Bool {
        guard let field = path.first else { return true }
        return (object as? [String: Any])?[field].map { has(path.dropFirst(), in: $0) } ?? false
    }

    private func replacing(_ path: ArraySlice<String>, in object: Any, with value: Any) throws -> Any {
        guard let field = path.first else { return value }
        guard var fields = object as? [String: Any], fields[field] != nil || path.count == 1 else {
            throw noField
        }
        fields[field] = try replacing(path.dropFirst(), in: fields[field] ?? [:], with: value)
        return fields
    }
}
