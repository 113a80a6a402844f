import Foundation
import TSUD

/// The commands, in the order in which the help shows them.
///
/// The first one runs if none is given.
let commands = [
    Command(name: "list", operands: [], hasJSON: true, summary: "show each setting, its value, and its origin") {
        _,
        isJSON throws(Failure) in
        try write(isJSON ? json(of: allSettings) + "\n" : table(of: allSettings))
    },
    Command(name: "get", operands: ["NAME"], hasJSON: true, summary: "print a value; exit with 1 if it is nil") {
        words,
        isJSON throws(Failure) in
        let setting = try Setting.named(words[0])
        guard let text = isJSON ? json(of: setting) : setting.text() else { throw .noValue }
        try write("\(text)\n")
    },
    Command(name: "describe", operands: ["NAME"], summary: "show all about a setting, and what to type for it") {
        words,
        _ throws(Failure) in
        try write(description(of: .named(words[0])) + "\n")
    },
    Command(name: "set", operands: ["NAME", "TEXT"], summary: "store a value") {
        words,
        _ throws(Failure) in
        let setting = try Setting.named(words[0])
        do throws(TSUDError) {
            try setting.store(words[1])
        } catch {
            throw .usage(error.description)
        }
        try write(ShownSetting(setting).line + "\n")
    },
    Command(name: "reset", operands: ["NAME"], summary: "remove the stored value, which restores the default") {
        words,
        _ throws(Failure) in
        let setting = try Setting.named(words[0])
        setting.reset()
        try write(ShownSetting(setting).line + "\n")
    },
    Command(name: "export", operands: ["[FILE]"], summary: "write what is stored to a file or standard output") {
        words,
        _ throws(Failure) in
        try exportSettings(to: words.first ?? "-")
    },
    Command(name: "import", operands: ["FILE"], summary: "store what a file contains, or standard input for -") {
        words,
        _ throws(Failure) in
        try importSettings(from: words[0])
    },
    Command(name: "watch", operands: ["[NAME...]"], summary: "print each change as it happens, until Ctrl-C") {
        words,
        _ async throws(Failure) in
        try await printChanges(of: words)
    },
    Command(
        name: "sync",
        operands: ["URL"],
        summary: "share the settings through etcd, and print changes, until Ctrl-C"
    ) {
        words,
        _ async throws(Failure) in
        try await synchronize(with: words[0])
    },
    Command(name: "completion", operands: ["SHELL"], summary: "print the completion script for bash or zsh") {
        words,
        _ throws(Failure) in
        try write(completionScript(for: words[0]))
    },
    Command(name: "help", operands: ["[COMMAND]"], summary: "show this, or more about a command") {
        words,
        _ throws(Failure) in
        try write(words.isEmpty ? helpText : helpText(for: .named(words[0])))
    },
]
