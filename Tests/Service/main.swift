import Foundation
import TSUD
import TSUDCommands

// Takes variables and options, has a subcommand for its settings, and else prints what it was given.
var arguments = Array(CommandLine.arguments.dropFirst())
do {
    try Prefs.all.takeEnvironment(prefix: "SERVICE_")
    try Prefs.all.takeArguments(&arguments)
} catch {
    FileHandle.standardError.write(Data("service: \(error)\nleft: \(arguments)\n".utf8))
    exit(64)
}
if arguments.first == "config" {
    exit(await Prefs.all.command(arguments.dropFirst(), named: "service config"))
}
print(arguments)
