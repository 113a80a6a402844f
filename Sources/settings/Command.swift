import Foundation
import TSUD

/// The commands of the program.
enum Command: String, CaseIterable {
    case describe
    case set
    case reset
    case export
    case `import`
    case watch
    case sync
    case help

    /// The operands of the command; one in brackets is optional.
    private var operands: [String] {
        switch self {
        case .describe, .reset: ["NAME"]
        case .set: ["NAME", "TEXT"]
        case .export: ["[FILE]"]
        case .import: ["FILE"]
        case .sync: ["URL"]
        case .watch, .help: []
        }
    }

    /// Runs the command in the arguments.
    static func run(_ arguments: [String]) async throws(Failure) {
        let words = withoutLaunchArguments(arguments)
        guard let name = words.first, !words.contains("--help"), !words.contains("-h") else {
            return print(words.isEmpty ? table(of: editorSettings) : helpText, terminator: "")
        }
        guard let command = Self(rawValue: name) else {
            if name.hasPrefix("-") {
                throw .usage("\(name.quoted) needs a value after it, as in: settings -fontSize 20")
            }
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("there is no command \(name.quoted); there are \(names)")
        }
        try await command.run(with: Array(words.dropFirst()))
    }

    private func run(with words: [String]) async throws(Failure) {
        let key = operands.first == "NAME" ? try words.first.map(setting) : nil
        let usage = (["settings", rawValue] + operands).joined(separator: " ")
        if words.count > operands.count {
            let hint = self == .set ? ", with a TEXT of more than one word in quotes" : ""
            throw .usage("\(words[operands.count].quoted) is too much; expected: \(usage)\(hint)")
        }
        if words.count < operands.filter({ !$0.hasPrefix("[") }).count {
            throw .usage("expected: \(usage)" + (key.map { ", where TEXT is \(whatToType(for: $0))" } ?? ""))
        }
        switch (self, key) {
        case (.describe, let key?): print(description(of: key))
        case (.set, let key?): try key.set(words[1])
        case (.reset, let key?):
            key.reset()
            print(ShownSetting(key).line)
        case (.export, _): try exportSettings(to: words.first ?? "-")
        case (.import, _): try importSettings(from: words[0])
        case (.watch, _): await printChanges()
        case (.sync, _): try await synchronize(with: words[0])
        default: print(helpText, terminator: "")
        }
    }
}

extension TSUD {
    fileprivate static func set(_ text: String) throws(Failure) {
        do throws(TSUDError) {
            try store(text: text)
        } catch {
            throw .usage(error.description)
        }
        print(ShownSetting(self).line)
    }
}

private func setting(named name: String) throws(Failure) -> any TSUD.Type {
    guard let setting = editorSettings.first(where: { $0.stringKey == name }) else {
        let names = editorSettings.map { $0.stringKey }.joined(separator: ", ")
        throw .usage("there is no setting \(name.quoted); there are \(names)")
    }
    return setting
}
