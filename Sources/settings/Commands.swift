import Foundation
import TSUD

/// The commands, in the order in which the help shows them.
///
/// The first one runs if none is given.
let commands = [
    Command("list", option: "--json", summary: "show each setting, its value, and its origin", run: list),
    Command("get", "NAME", option: "--json", summary: "print a value; exit with 1 if it is nil", run: get),
    Command("describe", "NAME", summary: "show all about a setting, and what to type for it", run: describe),
    Command("set", "NAME", "TEXT", summary: "store a value", run: set),
    Command("reset", "NAME", summary: "remove the stored value, which restores the default", run: reset),
    Command("export", "[FILE]", summary: "write what is stored to a file or standard output", run: exportSettings),
    Command(
        "import",
        "FILE",
        option: "--skip-invalid",
        summary: "store what a file contains, or standard input for -, and reset all else",
        run: importSettings
    ),
    Command("path", summary: "print the path of the file that the settings are stored in", run: path),
    Command("watch", "[NAME...]", summary: "print each change as it happens, until Ctrl-C", run: watch),
    Command("sync", "URL", summary: "share the settings through etcd, and print changes, until Ctrl-C", run: sync),
    Command("follow", "URL", summary: "take the settings of etcd, never write there, and print changes", run: follow),
    Command("completion", "SHELL", summary: "print the completion script for bash or zsh", run: completion),
    Command("help", "[COMMAND]", summary: "show this, or more about a command", run: help),
]

private func list(_ words: [String], hasOption: Bool) throws(Failure) {
    try write(hasOption ? json(of: allSettings) + "\n" : table(of: allSettings))
}

private func get(_ words: [String], hasOption: Bool) throws(Failure) {
    let setting = try Setting.named(words[0])
    guard let text = hasOption ? json(of: setting) : setting.text() else { throw .noValue }
    try write("\(text)\n")
}

private func describe(_ words: [String], hasOption: Bool) throws(Failure) {
    try write(description(of: .named(words[0])) + "\n")
}

private func set(_ words: [String], hasOption: Bool) throws(Failure) {
    let setting = try Setting.named(words[0])
    do throws(TSUDError) {
        try setting.store(words[1])
    } catch {
        throw .usage(error.description)
    }
    try save()
    try writeChange(of: setting, stored: storedText(words[1], of: setting.key))
}

private func reset(_ words: [String], hasOption: Bool) throws(Failure) {
    let setting = try Setting.named(words[0])
    setting.reset()
    try save()
    try writeChange(of: setting, stored: nil)
}

/// Waits until the settings are on disk.
func save() throws(Failure) {
    do throws(TSUDError) {
        try UserDefaults.standard.flush()
    } catch {
        throw .saving(error.description)
    }
}

/// The text of the value that was stored for a text; not of the current one, which may be a launch argument's.
private func storedText(_ text: String, of key: any TSUD.Type) -> String? {
    withEphemeralSuite { _ in
        try? key.store(text: text)
        return key.text()
    }
}

/// Prints a setting that was changed and, if a launch argument hides the change, what is stored.
private func writeChange(of setting: Setting, stored: String?) throws(Failure) {
    let isHidden = setting.origin() == .launchArgument
    let hint = isHidden ? stored.map { ", and \($0.onOneLine) is stored" } ?? ", and nothing is stored" : ""
    try write(ShownSetting(setting).line + hint + "\n")
}

private func exportSettings(_ words: [String], hasOption: Bool) throws(Failure) {
    try exportSettings(to: words.first ?? "-")
}

private func importSettings(_ words: [String], hasOption: Bool) throws(Failure) {
    try importSettings(from: words[0], skippingInvalid: hasOption)
}

private func path(_ words: [String], hasOption: Bool) throws(Failure) {
    try write(pathOfSettings + "\n")
}

private func watch(_ words: [String], hasOption: Bool) async throws(Failure) {
    try await printChanges(of: words)
}

private func sync(_ words: [String], hasOption: Bool) async throws(Failure) {
    try await synchronize(with: words[0])
}

private func follow(_ words: [String], hasOption: Bool) async throws(Failure) {
    try await synchronize(with: words[0], isFollowing: true)
}

private func completion(_ words: [String], hasOption: Bool) throws(Failure) {
    try write(completionScript(for: words[0]))
}

private func help(_ words: [String], hasOption: Bool) throws(Failure) {
    try write(words.isEmpty ? helpText : helpText(for: .named(words[0])))
}
