import Foundation
import TSUD

/// What the arguments ask for.
enum Command {
    case show
    case set(any TSUD.Type, text: String)
    case reset(any TSUD.Type)
    case watch
    case help

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        let words = withoutLaunchArguments(Array(arguments))
        if words.contains("--help") || words.contains("-h") {
            self = .help
            return
        }
        let operands = words.dropFirst()
        switch words.first {
        case nil:
            self = .show
        case "set":
            self = try Self.set(Array(operands))
        case "reset":
            guard let name = operands.first else {
                throw Mistake("reset needs the name of a setting: one of \(settingNames)")
            }
            self = .reset(try setting(named: name))
            try Self.expectNothing(operands.dropFirst(), after: "reset NAME")
        case "watch":
            try Self.expectNothing(operands, after: "watch")
            self = .watch
        case "help":
            try Self.expectNothing(operands, after: "help")
            self = .help
        case let option? where option.hasPrefix("-"):
            throw Mistake("\(option.quoted) needs a value after it, as in: settings -fontSize 20")
        case let word?:
            throw Mistake("there is no command \(word.quoted); there are set, reset, watch and help")
        }
    }

    private static func set(_ operands: [String]) throws(Mistake) -> Command {
        guard let name = operands.first else {
            throw Mistake("set needs the name of a setting and a value, as in: settings set fontSize 14")
        }
        let key = try setting(named: name)
        guard operands.count > 1 else {
            throw Mistake("set \(name) needs a value: \(expectation(of: key))")
        }
        try expectNothing(operands.dropFirst(2), after: "set NAME VALUE, with a VALUE of more than one word in quotes")
        return .set(key, text: operands[1])
    }

    private static func expectNothing(_ operands: ArraySlice<String>, after usage: String) throws(Mistake) {
        guard let operand = operands.first else { return }
        throw Mistake("\(operand.quoted) is too much; expected: settings \(usage)")
    }
}

private var settingNames: String { editorSettings.map { $0.stringKey }.joined(separator: ", ") }

private func setting(named name: String) throws(Mistake) -> any TSUD.Type {
    guard let setting = editorSettings.first(where: { $0.stringKey == name }) else {
        throw Mistake("there is no setting \(name.quoted); there are \(settingNames)")
    }
    return setting
}
