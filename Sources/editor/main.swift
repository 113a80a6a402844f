import Foundation
import TSUD
import TSUDCommands

var arguments = Array(CommandLine.arguments.dropFirst())
Prefs.all.applySystemFiles()
do {
    try Prefs.all.applyEnvironment(prefix: "EDITOR_")
    try Prefs.all.applyArguments(&arguments, before: "config")
} catch {
    FileHandle.standardError.write(Data("editor: \(error.description)\n".utf8))
    exit(64)
}

if arguments.first == "config" {
    let commands = [
        SettingsCommand("sync", "URL", summary: "share the settings through etcd") { try await synchronize($0) },
        SettingsCommand("check", "URL", summary: "check the settings in etcd before a roll-out") {
            try await check($0)
        },
        SettingsCommand("follow", "URL", summary: "follow the settings in etcd, and write nothing there") {
            try await synchronize($0, isFollowing: true)
        },
    ]
    exit(await Prefs.all.runCommand(arguments.dropFirst(), named: "editor config", adding: commands))
}

// An editor would open its window here.
print("Editing \(arguments.first ?? Prefs.lastSession.value.document) at \(Prefs.fontSize.value) points.")
