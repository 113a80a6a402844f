import Foundation
import TSUDCommands

exit(
    await Prefs.all.command(
        CommandLine.arguments.dropFirst(),
        named: "settings",
        and: [
            Command("sync", "URL", summary: "share the settings through etcd, and print changes, until Ctrl-C") {
                try await synchronize($0)
            },
            Command("follow", "URL", summary: "take the settings of etcd, never write there, and print changes") {
                try await synchronize($0, isFollowing: true)
            },
        ]
    )
)
