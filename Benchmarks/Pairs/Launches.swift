import Benchmark
import Foundation

/// The name of the suite that the launched programs read.
let launchedName = "tsud.benchmarks.launch"

/// The time from starting a program to its end.
///
/// All programs read the same ten keys.
func registerLaunches() {
    measureLaunch("launch, 10 keys read", .byHand, of: "launch-by-hand")
    measureLaunch("launch, 10 keys read", .tsud, of: "launch-10-keys")
    measureLaunch("launch, 10 of 1000 keys read", .withoutTheOthers, of: "launch-10-keys")
    measureLaunch("launch, 10 of 1000 keys read", .tsud, of: "launch-1000-keys")
}

private func measureLaunch(_ work: String, _ way: Way, of name: String) {
    let program = Program(name)
    measure(work, way, keys: 0, duration: .seconds(1)) { benchmark in
        if benchmark.currentIteration == 0, let failure = storeWhatIsRead() {
            benchmark.error(failure)
        } else if let failure = program.run() {
            benchmark.error(failure)
        }
    }
}

/// Creates the file of the suite that the programs read; returns a message on failure.
private func storeWhatIsRead() -> String? {
    let numbers = Dictionary(uniqueKeysWithValues: (1...10).map { ("setting\($0)", $0 * 100) })
    #if canImport(Darwin)
    UserDefaults(suiteName: launchedName)?.setPersistentDomain(numbers, forName: launchedName)
    return nil
    #else
    guard let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] else { return "No home." }
    do {
        let data = try PropertyListSerialization.data(fromPropertyList: numbers, format: .binary, options: 0)
        try data.write(to: URL(filePath: home).appending(path: "\(launchedName).plist"))
        return nil
    } catch {
        return "\(error)"
    }
    #endif
}

/// A program of this package to launch, without `Process`, which would add the time of its own threads.
private final class Program {
    private let path: String
    private var arguments: [UnsafeMutablePointer<CChar>?] = []
    private var environment: [UnsafeMutablePointer<CChar>?] = []

    init(_ name: String) {
        let directory = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
        path = directory.appending(path: name).path
        arguments = [strdup(path), nil]
        environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    }

    deinit {
        for string in arguments + environment { free(string) }
    }

    /// Runs the program until it exits; returns a message on failure.
    func run() -> String? {
        var process = pid_t()
        var status: Int32 = 0
        let failure = posix_spawn(&process, path, nil, nil, arguments, environment)
        if failure != 0 { return "Can't launch \(path): error \(failure). Was the whole package built?" }
        if waitpid(process, &status, 0) != process { return "Lost \(path): error \(errno)." }
        return status == 0 ? nil : "\(path) ended with status \(status): it read something else than was stored."
    }
}
