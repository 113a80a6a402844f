import Foundation
import TSUD

/// The commands, in the order in which the help shows them.
///
/// The first one runs if none is given.
let commands = [
    Command("list", hasJSON: true, summary: "show each setting, its value, and its origin", run: list),
    Command("get", "NAME", hasJSON: true, summary: "print a value; exit with 1 if it is nil", run: get),
    Command("describe", "NAME", summary: "show all about a setting, and what to type for it", run: describe),
    Command("set", "NAME", "TEXT", summary: "store a value", run: set),
    Command("reset", "NAME", summary: "remove the stored value, which restores the default", run: reset),
    Command("export", "[FILE]", summary: "write what is stored to a file or standard output", run: exportSettings),
    Command("import", "FILE", summary: "store what a file contains, or standard input for -", run: importSettings),
    Command("watch", "[NAME...]", summary: "print each change as it happens, until Ctrl-C", run: watch),
    Command("sync", "URL", summary: "share the settings through etcd, and print changes, until Ctrl-C", run: sync),
    Command("completion", "SHELL", summary: "print the completion script for bash or zsh", run: completion),
    Command("help", "[COMMAND]", summary: "show this, or more about a command", run: help),
]

private func list(_ words: [String], isJSON: Bool) throws(Failure) {
    try write(isJSON ? json(of: allSettings) + "\n" : table(of: allSettings))
}

private func get(_ words: [String], isJSON: Bool) throws(Failure) {
    let setting = try Setting.named(words[0])
    guard let text = isJSON ? json(of: setting) : setting.text() else { throw .noValue }
    try write("\(text)\n")
}

private func describe(_ words: [String], isJSON: Bool) throws(Failure) {
    try write(description(of: .named(words[0])) + "\n")
}

private func set(_ words: [String], isJSON: Bool) throws(Failure) {
    let setting = try Setting.named(words[0])
    do throws(TSUDError) {
        try setting.store(words[1])
    } catch {
        throw .usage(error.description)
    }
    try write(ShownSetting(setting).line + "\n")
}

private func reset(_ words: [String], isJSON: Bool) throws(Failure) {
    let setting = try Setting.named(words[0])
    setting.reset()
    try write(ShownSetting(setting).line + "\n")
}

private func exportSettings(_ words: [String], isJSON: Bool) throws(Failure) {
    try exportSettings(to: words.first ?? "-")
}

private func importSettings(_ words: [String], isJSON: Bool) throws(Failure) {
    try importSettings(from: words[0])
}

private func watch(_ words: [String], isJSON: Bool) async throws(Failure) {
    try await printChanges(of: words)
}

private func sync(_ words: [String], isJSON: Bool) async throws(Failure) {
    try await synchronize(with: words[0])
}

private func completion(_ words: [String], isJSON: Bool) throws(Failure) {
    try write(completionScript(for: words[0]))
}

private func help(_ words: [String], isJSON: Bool) throws(Failure) {
    try write(words.isEmpty ? helpText : helpText(for: .named(words[0])))
}
