#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Symbolic links that lead to a settings file, or to something else.
    @Suite struct LinkTests {
        private let directory = TemporaryDirectory.new()
        private let elsewhere = TemporaryDirectory.new()

        /// No call of the system has failed.
        private var refusal: String { "flush → notSaved 0 \(directory.path(file))" }

        // MARK: Damaged files

        static let damaged: [Row<@Sendable (String) -> Void>] = [
            Row("a file of another program", { try? Data("root:*:19000\n".utf8).write(to: URL(fileURLWithPath: $0)) }),
            Row("an empty file", { try? Data().write(to: URL(fileURLWithPath: $0)) }),
            Row(
                "a large file",
                {
                    try? Data().write(to: URL(fileURLWithPath: $0))
                    truncate($0, 257 << 20)
                }
            ),
        ]

        @Test(arguments: damaged, [true, false])
        func `A damaged file to which a link leads is neither moved nor overwritten, whoever runs`(
            _ row: Row<@Sendable (String) -> Void>,
            _ isRoot: Bool
        ) throws {
            row.content(elsewhere.path("shadow"))
            chmod(elsewhere.path("shadow"), 0o666)
            symlink(elsewhere.path("shadow"), directory.path(file))
            let before = try #require(elsewhere.status(of: "shadow"))
            let helper = try Helper(directory)
            if !isRoot { try helper.run("leave-root") }
            try helper.run("get size → none", "set size 14", "get size → 14", refusal, "get size → 14")
            #expect(try helper("append list 1").contains(directory.path(file)))
            helper.end()
            #expect(helper.log.split(separator: "\n").count == 2, "\(helper.log)")
            let after = try #require(elsewhere.status(of: "shadow"))
            #expect(elsewhere.names.filter { !$0.hasPrefix(".") } == ["shadow"] && directory.names == [file])
            #expect(after.st_ino == before.st_ino && after.st_size == before.st_size)
            // The link of its user leads to a settings file later.
            try elsewhere.write(["other": 3], to: "shadow")
            let repaired = try Helper(directory, "get other → 3", "set size 15", "flush")
            #expect(try elsewhere.settings(in: "shadow") as? [String: Int] == ["other": 3, "size": 15])
            repaired.end()
        }

        @Test func `A running program keeps its settings if a file to which a link leads gets damaged`() throws {
            symlink(elsewhere.path("target"), directory.path(file))
            let helper = try Helper(directory, "set size 1", "flush")
            try elsewhere.write([0xFF], to: "target")
            try helper.run("set other 2", refusal, "get size → 1", "get other → 2")
            #expect(elsewhere.names.filter { !$0.hasPrefix(".") } == ["target"])
            unlink(elsewhere.path("target"))
            try helper.run("flush")
            #expect(try elsewhere.settings(in: "target") as? [String: Int] == ["size": 1, "other": 2])
        }

        // MARK: Names that are not UTF-8

        @Test(arguments: [true, false], [true, false])
        func `Nothing is created beside a link whose target is not UTF-8`(_ isFile: Bool, _ exists: Bool) throws {
            let target: [CChar] = [CChar(bitPattern: 0xE9), 0x78, 0]
            let configuration = directory.path("config")
            var environment: [String: String?] = [:]
            if isFile {
                symlink(target, directory.path(file))
            } else {
                symlink(target, configuration)
                environment["XDG_CONFIG_HOME"] = configuration
            }
            let real = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { close(real) }
            let path = isFile ? directory.path(file) : configuration + "/" + file
            if exists {
                if !isFile { mkdirat(real, target, 0o777) }
                try directory.write(["old": 1], to: "content")
                let content = try directory.bytes(of: "content")
                unlink(directory.path("content"))
                let descriptor =
                    isFile ? openat(real, target, O_WRONLY | O_CREAT, 0o666) : open(path, O_WRONLY | O_CREAT, 0o666)
                #expect(write(descriptor, content, content.count) == content.count)
                close(descriptor)
            }
            let before = try entries()
            let helper = try Helper(directory, environment: environment)
            try helper.run("get old → \(exists ? "1" : "none")", "set size 14", "get size → 14")
            // A flush that fails before the background save throws the reason, and nothing logs it again.
            #expect(try #require(helper.nextLogLine()).contains("UTF-8"))
            try helper.run("flush → notSaved \(EILSEQ) \(path)", "get size → 14")
            let message = try helper("append list 1")
            #expect(message.contains("UTF-8") || message == "done", "\(message)")
            helper.end()
            #expect(try entries() == before)
        }

        /// All names below the directory, byte by byte.
        private func entries() throws -> [String] {
            let tool = try Program(
                "/usr/bin/env",
                ["ls", "-1AR", "--quoting-style=escape", directory.path],
                in: directory
            )
            var lines: [String] = []
            while let line = tool.nextLine() { lines.append(line) }
            return lines
        }
    }

    /// Programs with the rights of another user than the one who started them.
    @Suite(.enabled(if: geteuid() == 0, "Only root makes a program of another user.")) struct ElevatedTests {
        private let directory = TemporaryDirectory.new()

        @Test(arguments: [0o4755, 0o2755] as [mode_t])
        func `A program with raised privileges has no file`(_ mode: mode_t) throws {
            let program = directory.path("saving-helper")
            try Program.copy("saving-helper", to: program)
            chown(program, 65_534, 65_534)
            chmod(program, mode)
            try directory.write(["old": 1], to: file)
            let before = (directory.names, try directory.bytes(of: file))
            let process = try Program(program, in: directory)
            try process.run("get old → none", "set size 14", "get size → 14", "append list 1")
            process.tell("flush")
            #expect(try #require(process.nextLine()).hasPrefix("notSaved 0"))
            try process.run("get size → 14")
            process.end()
            #expect(process.log.contains("raised privileges"))
            #expect(directory.names == before.0)
            #expect(try directory.bytes(of: file) == before.1)
        }
    }
}
#endif
