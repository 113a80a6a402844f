import Foundation
import TSUDCommands

let commands = [
    SettingsCommand("sync", "URL", summary: "share the settings through etcd") { try await synchronize($0) },
    SettingsCommand("check", "URL", summary: "check the settings in etcd before a roll-out") { try await check($0) },
    SettingsCommand("follow", "URL", summary: "follow the settings in etcd, and write nothing there") {
        try await synchronize($0, isFollowing: true)
    },
]
exit(await Prefs.all.runCommand(CommandLine.arguments.dropFirst(), named: "settings", adding: commands))
