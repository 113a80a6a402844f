// The commands of a program with 500 settings, without their output.

import Foundation
import TSUD
import TSUDCommands

guard let output = FileHandle(forWritingAtPath: "/dev/null") else { exit(2) }
let settings = Array(otherKeys.prefix(500))
exit(await settings.runCommand(CommandLine.arguments.dropFirst(), named: "launch-config", output: output))
