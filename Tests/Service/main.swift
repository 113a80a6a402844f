import Foundation
import TSUD
import TSUDCommands

// Applies variables and options, has a subcommand for its settings, and otherwise prints its arguments.
var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "follow" {
    // Takes the options while it follows a setting.
    var ports = Prefs.port.values().makeAsyncIterator()
    let before = await ports.next()
    try Prefs.all.applyArguments(&arguments)
    if let before, let after = await ports.next() { print(before, after) }
    exit(0)
}
if arguments.last == "first-use" {
    // Uses new suites on another thread while the option is applied, and prints how many don't have it afterwards.
    let names = (0..<300).map { "service.\($0)" }
    var missing = 0
    for name in names {
        let suite = UserDefaults(suiteName: name) ?? .standard
        let port = Prefs.port.in(suite)
        let using = Thread { _ = port.value }
        using.start()
        var options = ["--port", "\(80 + missing)"]
        try Prefs.all.applyArguments(&options)
        while !using.isFinished { usleep(10) }
        if port.origin != .option("--port") { missing += 1 }
    }
    print(missing)
    exit(0)
}
do {
    try Prefs.all.applyEnvironment(prefix: "SERVICE_")
    if ProcessInfo.processInfo.environment["OPTIONS"] != "off" { try Prefs.all.applyArguments(&arguments) }
} catch {
    FileHandle.standardError.write(Data("service: \(error)\nleft: \(arguments)\n".utf8))
    exit(64)
}
if arguments == ["suites"] {
    // Through the key, and past it: in the standard suite, in one that it is used with, in one that it is not.
    print(Prefs.port.value, UserDefaults.standard.integer(forKey: "port"))
    if let used = UserDefaults(suiteName: "service.used") { print(Prefs.port[used], used.integer(forKey: "port")) }
    if let unused = UserDefaults(suiteName: "service.unused") { print(unused.integer(forKey: "port")) }
    withEphemeralSettings { suite in
        Prefs.port.value = 1
        print(Prefs.port.value, suite.integer(forKey: "port"))
    }
    exit(0)
}
if arguments.first == "config" { exit(await Prefs.all.runCommand(arguments.dropFirst(), named: "service config")) }
print(arguments)
