import Benchmark
import Foundation

/// All benchmarks, under the name that the benchmark package requires.
let benchmarks: @Sendable () -> Void = {
    _ = folder
    register("TSUD", program: "start-tsud") { try TSUDStore() }
    register("UserDefaults", program: "start-user-defaults") { try UserDefaultsStore() }
    register("JSON file", program: "start-json") { try JSONStore() }
    register("GRDB", program: "start-grdb") { try GRDBStore() }
    register("swift-configuration", program: "start-configuration", isWritable: false) {
        try await ConfigurationStore()
    }
    measureStart("none", program: "start-nothing") {}
}

/// The number of reads in a sample, which makes the time for reading the clock insignificant.
private let readsInSample = 50

/// Registers the operations of one store.
///
/// The names are "OPERATION, STORE".
private func register(
    _ name: String,
    program: String,
    isWritable: Bool = true,
    _ make: @escaping @Sendable () async throws -> any Store
) {
    nonisolated(unsafe) var store: (any Store)?
    func measure(
        _ operation: String,
        factor: Int = 1,
        _ body: @escaping (any Store, Double) throws -> Void
    ) {
        Benchmark(
            "\(operation), \(name)",
            configuration: configuration,
            closure: { benchmark in
                guard let store else { return benchmark.error("No store.") }
                do {
                    for index in 0..<factor { try body(store, Double(benchmark.currentIteration * factor + index)) }
                } catch {
                    benchmark.error("\(error)")
                }
            },
            setup: { store = try await make() },
            teardown: { store = nil }
        )
    }
    measure("read a number", factor: readsInSample) { store, _ in blackHole(try store.readNumber()) }
    measure("read a struct", factor: readsInSample) { store, _ in blackHole(try store.readPerson()) }
    if isWritable {
        measure("write a number", { try $0.write($1) })
        measure("write 1000 numbers", { try $0.writeThousand($1) })
    }
    measureStart(name, program: program) { _ = try await make() }
}

private var configuration: Benchmark.Configuration {
    Benchmark.Configuration(
        metrics: [.wallClock],
        timeUnits: .nanoseconds,
        warmupIterations: 10,
        maxDuration: .seconds(2),
        maxIterations: .max
    )
}

/// Registers the launch of a program that reads a number and exits.
private func measureStart(_ name: String, program: String, prepare: @escaping @Sendable () async throws -> Void) {
    Benchmark(
        "start a program, \(name)",
        configuration: configuration,
        closure: { benchmark in
            if let failure = run(program) { benchmark.error(failure) }
        },
        setup: prepare
    )
}

/// Runs a program of this package until it exits, and returns a message on failure.
private func run(_ name: String) -> String? {
    let path = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: name).path ?? name
    let words = [path, folder.path(percentEncoded: false)].map { (word: String) in strdup(word) }
    let environment = ProcessInfo.processInfo.environment.map { name, value in strdup("\(name)=\(value)") }
    defer { for word in words + environment { free(word) } }
    var process = pid_t()
    var status: Int32 = 0
    let failure = posix_spawn(&process, path, nil, nil, words + [nil], environment + [nil])
    if failure != 0 { return "Can't start \(path): error \(failure). Was the whole package built?" }
    if waitpid(process, &status, 0) != process { return "No status of \(path): error \(errno)." }
    return status == 0 ? nil : "\(path) ended with status \(status): it read something else than was stored."
}
