import Foundation

/// A file that the user edits, in its own private directory.
struct EditorFile {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
    private var file: URL { directory.appending(path: "settings.txt") }
    var path: String { file.path(percentEncoded: false) }

    /// Opens a text in the user's editor, and returns the saved text.
    func edit(_ text: String) async throws -> String {
        do {
            // Settings may be private.
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try Data(text.utf8).write(to: file)
        } catch {
            throw CommandError.output("can't write \(path.quoted): \(error.reason)")
        }
        // End the process with the status of the signal, but remove the file first.
        let signals = await CaughtSignals([SIGTERM, SIGHUP]) { [directory] number in
            try? FileManager.default.removeItem(at: directory)
            exit(128 + number)
        }
        defer { signals.restore() }
        try await Editor.open(path)
        guard let edited = try? String(contentsOf: file, encoding: .utf8) else {
            throw CommandError.data("the edited file is missing, or not in UTF-8; nothing is stored")
        }
        return edited
    }

    /// Whether the file has another text than a given one.
    func differs(from text: String) -> Bool {
        guard let data = try? Data(contentsOf: file) else { return false }
        return data != Data(text.utf8)
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}

/// The user's editor.
enum Editor {
    /// Opens a file in the user's editor, and waits until it is closed.
    fileprivate static func open(_ path: String) async throws {
        let environment = ProcessInfo.processInfo.environment
        let editor = command ?? "vi"
        // It may have arguments, as in "code --wait".
        let status = try await run("/bin/sh", ["sh", "-c", "\(editor) \"$@\"", editor, path], environment)
        if status != 0 {
            throw CommandError.editor("the editor \(editor.quoted) failed with \(status); nothing is stored")
        }
    }

    /// The editor of the environment, which may have arguments; `nil` if the user has not chosen one.
    static var command: String? {
        let environment = ProcessInfo.processInfo.environment
        return [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
    }

    #if os(tvOS) || os(watchOS)
    private static func run(_: String, _: [String], _: [String: String]) async throws -> Int32 {
        throw CommandError.editor("this platform can't start an editor")
    }
    #else
    /// Runs a program in the foreground of the terminal, which Foundation's `Process` can't do.
    private static func run(_ path: String, _ words: [String], _ environment: [String: String]) async throws -> Int32 {
        var words = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in words + variables { free(string) } }
        var process: pid_t = 0
        // This process ignores them to catch them, which the editor would inherit.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let error = posix_spawn(&process, path, nil, &attributes, &words, &variables)
        if error != 0 { throw CommandError.editor("can't start \(path): \(String(cString: strerror(error)))") }
        // Ctrl-C is for the editor.
        let numbers = [SIGINT, SIGQUIT]
        let before = numbers.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(numbers, before) { signal(number, handler) } }
        let status = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process] in
                var status: Int32 = 0
                while waitpid(process, &status, 0) == -1, errno == EINTR {}
                continuation.resume(returning: status)
            }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
    #endif
}
