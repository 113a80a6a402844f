import Foundation
import TSUDCommands

exit(
    await Prefs.all.runCommand(
        CommandLine.arguments.dropFirst(),
        named: "settings",
        adding: [
            SettingsCommand("sync", "URL", summary: "share the settings through etcd, and print changes, until Ctrl-C")
            {
                try await synchronize($0)
            },
            SettingsCommand("check", "URL", summary: "check the settings in etcd before machines follow them") {
                try await check($0)
            },
            SettingsCommand("follow", "URL", summary: "take the settings of etcd, never write there, and print changes")
            {
                try await synchronize($0, isFollowing: true)
            },
        ]
    )
)
