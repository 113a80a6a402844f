#if os(Linux)
import Foundation
import TestSupport

/// Scripts in which `editor` and `service` are programs, with their own home directory.
struct Shell {
    let home: TemporaryDirectory
    let file = "editor.plist"

    init() throws { home = try TemporaryDirectory() }

    /// Runs a script with a shell that is given by its path, without blocking the test's thread.
    @discardableResult
    func callAsFunction(
        _ script: String,
        _ words: [String] = [],
        with shell: String = "/bin/bash",
        environment: [String: String] = [:]
    ) async throws -> Run {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let programs = URL(filePath: tests).deletingLastPathComponent().path()
        var variables = ProcessInfo.processInfo.environment
        for name in ["VISUAL", "EDITOR", "NO_COLOR"] { variables[name] = nil }
        variables["XDG_CONFIG_HOME"] = home.path
        variables["HOME"] = home.path
        variables["TERM"] = "xterm"
        variables["PATH"] = programs + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
        let streams = try Streams()
        let process = Process()
        process.executableURL = URL(filePath: shell)
        // Without start-up files; the words are the script's own.
        let isFish = shell.hasSuffix("fish")
        process.arguments = (isFish ? ["--no-config", "-c", script] : ["-f", "-c", script, shell]) + words
        process.environment = variables.merging(environment) { $1 }
        process.currentDirectoryURL = URL(filePath: streams.directory.path)
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (streams.output, streams.errors)
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try process.run()
            } catch {
                ended.resume(throwing: error)
            }
        }
        return try streams.run(process.terminationStatus)
    }

    var stored: [String: Any] { get throws { try home.settings(in: file) } }
    var bytes: [UInt8] { get throws { try home.bytes(of: file) } }

    static func has(_ program: String) -> Bool { path(of: program) != nil }

    static func path(of program: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
#endif
