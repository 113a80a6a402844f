import Benchmark
import Foundation

/// The name of the suite of ten keys that launched programs read.
let launchedName = "tsud.benchmarks.launch"

/// The names of the programs that use their standard suites.
let launchedPrograms = ["scalar", "struct", "write", "config"].flatMap { ["launch-\($0)", "launch-\($0)-by-hand"] }

/// The time from starting a program to its end.
func registerLaunches() {
    for (work, name) in [
        ("launch, read a scalar", "launch-scalar"),
        ("launch, read a struct", "launch-struct"),
        ("launch, write a scalar", "launch-write"),
    ] {
        measureLaunches(work, .byHand, Program("\(name)-by-hand"), Program(name))
    }
    measureLaunches("launch, 10 keys read", .byHand, Program("launch-by-hand"), Program("launch-10-keys"))
    measureLaunches(
        "launch, 10 of 1000 keys read",
        .withoutTheOthers,
        Program("launch-10-keys"),
        Program("launch-1000-keys")
    )
    // An editor that changes the file; otherwise `edit` would keep it.
    setenv("EDITOR", "echo '#' >>", 1)
    unsetenv("VISUAL")
    for (command, words) in [("list", ["list"]), ("edit", ["edit"]), ("get", ["get", "setting11"])] {
        let work = "launch, config \(command) with 500 settings"
        measureLaunches(work, .byHand, Program("launch-config-by-hand", words), Program("launch-config", words))
    }
}

/// Measures two programs.
///
/// Before each measured run of a program, the other one runs unmeasured, so both are measured under the same load.
private func measureLaunches(_ work: String, _ reference: Implementation, _ program: Program, _ tsud: Program) {
    measureLaunch(work, reference, of: program, after: tsud)
    measureLaunch(work, .tsud, of: tsud, after: program)
}

private func measureLaunch(_ work: String, _ implementation: Implementation, of program: Program, after other: Program)
{
    measure(work, implementation, keys: 0, warmups: 3, duration: .milliseconds(1_300)) { benchmark in
        let isFirst = benchmark.currentIteration == 0
        if let failure = (isFirst ? storeWhatIsRead() : nil) ?? other.run() { return benchmark.error(failure) }
        benchmark.startMeasurement()
        let failure = program.run()
        benchmark.stopMeasurement()
        if let failure { benchmark.error(failure) }
    }
}

/// Creates the files of the suites that the programs read, and returns a message if this fails.
private func storeWhatIsRead() -> String? {
    let numbers = Dictionary(uniqueKeysWithValues: (1...10).map { ("setting\($0)", $0 * 100) })
    let person: [String: Any] = ["name": "Ada", "age": 36, "height": 1.65]
    let settings: [String: Any] = ["fontSize": 14.5, "person": person]
    let many = Dictionary(uniqueKeysWithValues: (11...510).map { ("setting\($0)", $0 * 2) })
    return store(numbers, inSuite: launchedName)
        ?? launchedPrograms.lazy.compactMap { store($0.contains("config") ? many : settings, inSuite: $0) }.first
}

private func store(_ settings: [String: Any], inSuite name: String) -> String? {
    #if canImport(Darwin)
    UserDefaults.standard.setPersistentDomain(settings, forName: name)
    return nil
    #else
    guard let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] else { return "No home." }
    do {
        let data = try PropertyListSerialization.data(fromPropertyList: settings, format: .binary, options: 0)
        try data.write(to: URL(filePath: home).appending(path: "\(name).plist"))
        return nil
    } catch {
        return "\(error)"
    }
    #endif
}

/// A program of this package, which is launched without `Process`, because its threads would add time.
final class Program {
    private let path: String
    private var arguments: [UnsafeMutablePointer<CChar>?] = []
    private var environment: [UnsafeMutablePointer<CChar>?] = []

    init(_ name: String, _ words: [String] = []) {
        let directory = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
        path = directory.appending(path: name).path
        arguments = ([path] + words).map { strdup($0) } + [nil]
        environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    }

    deinit {
        for string in arguments + environment { free(string) }
    }

    /// Starts the program, and returns its process, which ``end(_:)`` ends.
    func start() -> pid_t {
        var process = pid_t()
        guard posix_spawn(&process, path, nil, nil, arguments, environment) == 0 else {
            fatalError("Can't launch \(path). Was the whole package built?")
        }
        return process
    }

    static func end(_ process: pid_t) {
        var status: Int32 = 0
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
    }

    /// Runs the program until it exits, and returns a message if it fails.
    func run() -> String? {
        var process = pid_t()
        var status: Int32 = 0
        let failure = posix_spawn(&process, path, nil, nil, arguments, environment)
        if failure != 0 { return "Can't launch \(path): error \(failure). Was the whole package built?" }
        if waitpid(process, &status, 0) != process { return "Lost \(path): error \(errno)." }
        return status == 0 ? nil : "\(path) ended with status \(status): it has not read the stored value."
    }
}
