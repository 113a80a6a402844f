#if os(Linux)
package import Foundation
import Testing

/// A program of this package in its own process, with its own settings.
open class Program {
    /// How a process exited.
    package enum End: Equatable {
        case exited(Int32)
        case killed(Int32)
    }

    /// The destination of a process's errors.
    package enum Errors {
        /// A separate pipe.
        case apart
        /// To standard output.
        case withOutput
        case nowhere
    }

    package let process: pid_t
    /// Kept, because it is removed when it is released.
    private let directory: TemporaryDirectory
    private let input: Int32
    private var isInputOpen = true
    private var output: OutputLines
    private var errors: OutputLines?
    private var end: End?

    /// Starts a program of `Package.swift`, or one of the system's by its path, with settings in a directory.
    ///
    /// The environment has additional variables; `nil` removes one.
    package init(
        _ name: String,
        _ arguments: [String] = [],
        in directory: TemporaryDirectory,
        environment: [String: String?] = [:],
        errors: Errors = .apart
    ) throws {
        let path = name.hasPrefix("/") ? name : try Self.path(of: name)
        var variables = ProcessInfo.processInfo.environment
        variables["XDG_CONFIG_HOME"] = directory.path
        variables["HOME"] = directory.path
        for (name, value) in environment { variables[name] = value }

        self.directory = directory
        Self.starting.lock()
        defer { Self.starting.unlock() }
        let (standardInput, input) = try Self.pipe()
        let (output, standardOutput) = try Self.pipe()
        self.input = input
        self.output = OutputLines(descriptor: output)
        let standardError: Int32
        switch errors {
        case .apart:
            let (reader, writer) = try Self.pipe()
            self.errors = OutputLines(descriptor: reader)
            standardError = writer
        case .withOutput: standardError = dup(standardOutput)
        case .nowhere: standardError = open("/dev/null", O_WRONLY | O_CLOEXEC)
        }
        let ends = [standardInput, standardOutput, standardError]
        defer { for end in ends { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, end) in ends.enumerated() { posix_spawn_file_actions_adddup2(&actions, end, Int32(number)) }

        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in words + settings { free(string) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, nil, &words, &settings)
        try #require(failure == 0, "\(path) does not start: \(String(cString: strerror(failure)))")
        // The last property, since a complete object kills its process when it is released.
        self.process = process
    }

    deinit {
        kill()
        wait()
        close(output.descriptor)
        if let errors { close(errors.descriptor) }
    }

    /// The path of a program that is built next to the tests.
    package static func path(of name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/" + name
    }

    /// Copies a program.
    ///
    /// Another process copies it. A child of this process could inherit the open file, and the copy couldn't run.
    package static func copy(_ name: String, to destination: String) throws {
        let copying = try Program("/bin/cp", [path(of: name), destination], in: TemporaryDirectory())
        #expect(copying.finish() == .exited(0))
    }

    /// A pipe that other child processes do not inherit.
    private static func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Held while pipes are created, so that no other program starts before they are marked close-on-exec.
    private static let starting = NSLock()

    // MARK: Input and output

    /// Writes a line to standard input.
    package func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    }

    /// The next line that the process prints; `nil` if it has exited or prints nothing for a long time.
    package func nextLine(within seconds: Int32 = 300) -> String? { output.nextLine(within: seconds) }

    /// The next line that the process writes to standard error; `nil` as for the other lines.
    package func nextLogLine() -> String? { errors?.nextLine(within: 300) }

    /// The remaining lines in standard error.
    ///
    /// Kills the process if it has not exited.
    package private(set) lazy var log: String = {
        kill()
        wait()
        return errors?.rest(within: 300) ?? ""
    }()

    /// The lines in one of a process's two streams.
    private struct OutputLines {
        let descriptor: Int32
        private var unread: [UInt8] = []
        /// Whether the process has closed its end.
        private(set) var hasEnded = false

        init(descriptor: Int32) { self.descriptor = descriptor }

        mutating func nextLine(within seconds: Int32) -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread.removeSubrange(...end) }
                    return Self.text(unread[..<end])
                }
                guard read(within: seconds) else { return nil }
            }
        }

        /// Waits until the process has closed its end.
        mutating func rest(within seconds: Int32) -> String {
            waitForEnd(within: seconds)
            return Self.text(unread)
        }

        mutating func waitForEnd(within seconds: Int32) { while read(within: seconds) {} }

        /// Whether there was more.
        private mutating func read(within seconds: Int32) -> Bool {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, seconds * 1000) > 0 else { return false }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            hasEnded = count <= 0
            unread += bytes[..<max(0, count)]
            return !hasEnded
        }

        private static func text(_ bytes: some Sequence<UInt8>) -> String {
            String(bytes: bytes, encoding: .utf8) ?? "not UTF-8: \(Array(bytes))"
        }
    }

    // MARK: The end

    /// Lets the process return from `main`, and returns how it exited.
    ///
    /// A process that does not exit is killed after a long time.
    @discardableResult
    package func finish(within seconds: Int32 = 300) -> End {
        closeInput()
        // A process closes its output when it exits, or right before.
        output.waitForEnd(within: seconds)
        if !output.hasEnded { kill() }
        return wait()
    }

    package func kill() { signal(SIGKILL) }
    package func signal(_ number: Int32) { if end == nil { Glibc.kill(process, number) } }

    /// Lets the process exit, without waiting for it.
    package func closeInput() {
        if isInputOpen { close(input) }
        isInputOpen = false
    }

    @discardableResult
    private func wait() -> End {
        closeInput()
        return waitpid(0) ?? .killed(0)
    }

    /// How the process has exited, without waiting for it; `nil` if it is running.
    package var exit: End? { waitpid(WNOHANG) }

    private func waitpid(_ options: Int32) -> End? {
        if let end { return end }
        var status: Int32 = 0
        var found: pid_t = -1
        repeat { found = Glibc.waitpid(process, &status, options) } while found == -1 && errno == EINTR
        if found == 0 { return nil }
        end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
        return end
    }
}
#endif
