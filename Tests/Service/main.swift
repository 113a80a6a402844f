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
    // Applies an option while another thread uses a suite for the first time.
    var options = ["--port", "79"]
    try Prefs.all.applyArguments(&options)
    nonisolated(unsafe) let suite = SlowDefaults()
    let using = Thread { _ = Prefs.port.in(suite).value }
    using.start()
    suite.waitForUse()
    try Prefs.all.applyArguments(&arguments)
    while !using.isFinished { usleep(10) }
    print(Prefs.port.in(suite).value)
    exit(0)
}
let files = ProcessInfo.processInfo.environment["SYSTEM_FILES"]
if files != "off" { Prefs.all.applySystemFiles() }
if files == "twice" { Prefs.all.dropLast().applySystemFiles() }
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

/// A suite that takes long to add an override.
private final class SlowDefaults: UserDefaults {
    private let isInUse = DispatchSemaphore(value: 0)

    func waitForUse() { isInUse.wait() }

    override func volatileDomain(forName domainName: String) -> [String: Any] {
        isInUse.signal()
        usleep(20_000)
        return super.volatileDomain(forName: domainName)
    }
}
