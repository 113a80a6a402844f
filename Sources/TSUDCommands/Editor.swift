import Foundation

/// The user's editor.
enum Editor {
    /// Opens a text in the user's editor, and returns the saved text.
    static func edit(_ text: String) async throws -> String {
        let directory = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "settings.txt")
        let path = file.path(percentEncoded: false)
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
        let signals = await CaughtSignals([SIGTERM, SIGHUP]) { number in
            try? FileManager.default.removeItem(at: directory)
            exit(128 + number)
        }
        defer { signals.restore() }
        try await open(path)
        guard let data = try? Data(contentsOf: file), let edited = String(data: data, encoding: .utf8) else {
            throw CommandError.data("the edited file is gone, or not in UTF-8; nothing is stored")
        }
        return edited
    }

    private static func open(_ path: String) async throws {
        let environment = ProcessInfo.processInfo.environment
        let editor = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        // It may have arguments, as in "code --wait".
        let status = try await run("/bin/sh", ["sh", "-c", "\(editor) \"$@\"", editor, path], environment)
        if status != 0 {
            throw CommandError.editor("the editor \(editor.quoted) failed with \(status); nothing is stored")
        }
    }

    #if os(tvOS) || os(watchOS)
    private static func run(_: String, _: [String], _: [String: String]) async throws -> Int32 {
        throw CommandError.editor("this system starts no editor")
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
