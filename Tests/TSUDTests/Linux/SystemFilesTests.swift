#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension TemporaryDirectory {
    /// Writes a file that only its owner can write.
    fileprivate func install(_ contents: String, as name: String) throws {
        try Data(contents.utf8).write(to: URL(fileURLWithPath: path(name)))
        chmod(path(name), 0o644)
    }
}

extension Linux {
    /// Processes that apply an administrator's files.
    @Suite struct SystemFilesTests {
        private let directory = TemporaryDirectory.new()

        init() {
            // Root trusts no file in a directory that others can write, unless it is sticky, as the temporary one is.
            chmod(directory.path, 0o1777)
            for name in ["a", "b"] { mkdir(directory.path(name), 0o755) }
        }

        /// The environment of a process with an administrator's files.
        private var environment: [String: String?] { ["XDG_CONFIG_DIRS": directory.path("a")] }

        /// A process that observes a number, and watches the user's directory and, if it may, an administrator's.
        private func observer(
            _ number: Int,
            in environment: [String: String?]? = nil,
            watching count: Int = 2
        ) throws -> Helper {
            let environment = environment ?? self.environment
            let helper = try Helper(
                directory,
                "apply-system-files size",
                "observe → observed \(number)",
                environment: environment
            )
            try wait { try Int(helper("watches")) ?? 0 >= count }
            return helper
        }

        private func write(_ contents: String, to name: String) throws { try directory.install(contents, as: name) }

        /// Writes a file in one step, so a process that watches it reads no part of it.
        private func replace(_ name: String, with contents: String) throws {
            try write(contents, to: "new")
            #expect(rename(directory.path("new"), directory.path(name)) == 0)
        }

        static let damaged: [(String, name: String, contents: String, reason: String)] = [
            ("no JSON", "a/s.json", "{", "line 1, column 2: expected a name in quotation marks, found the end"),
            (
                "a repeated name", "a/s.json", #"{"size": 1, "size": 2}"#,
                "line 1, column 13: the name 'size' is repeated"
            ),
            ("another JSON value", "a/s.json", "[1]", "line 1, column 1: expected an object of names and values"),
            ("an empty file", "a/s.locked.json", "", "it is empty"),
        ]

        @Test(arguments: damaged)
        func `An administrator's damaged file counts as absent, and is logged once with its path`(
            _ file: (String, String, String, String)
        ) throws {
            let (_, given, contents, reason) = file
            let name = given.replacingOccurrences(of: "/s.", with: "/saving-helper.")
            try write(contents, to: name)
            let log = try directory.run(
                "apply-system-files size",
                "get size → none",
                "set size 3",
                "flush",
                "apply-system-files size",
                "get size → 3",
                environment: environment
            )
            let path = directory.path(name)
            #expect(log == "TSUD: Settings in '\(path)' can't be read, \(reason); TSUD ignores the file.\n")
            #expect(try directory.bytes(of: name) == Array(contents.utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("a")).count == 1)
        }

        @Test(arguments: ["plist", "locked.plist"])
        func `An administrator's property list is ignored and logged once`(_ type: String) throws {
            let name = "a/saving-helper.\(type)"
            try write("<plist><dict><key>size</key><integer>1</integer></dict></plist>", to: name)
            let log = try directory.run("apply-system-files size", "get size → none", environment: environment)
            #expect(log == "TSUD: TSUD ignores '\(directory.path(name))', because it reads JSON files here.\n")
        }

        @Test func `A program that applies no administrator's files looks at no directory of theirs`() throws {
            try write(#"{"size": 1}"#, to: "a/saving-helper.json")
            let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            defer { close(events) }
            inotify_add_watch(events, directory.path("a"), UInt32(IN_OPEN | IN_ACCESS))
            try directory.run("get size → none", "set size 2", "flush", environment: environment)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            #expect(read(events, &buffer, buffer.count) == -1 && errno == EAGAIN)
            try directory.run("apply-system-files size", "get size → 2", environment: environment)
            #expect(read(events, &buffer, buffer.count) > 0)
        }

        @Test func `A program opens no other file in an administrator's directory`() throws {
            try write("{}", to: "a/other.json")
            let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            defer { close(events) }
            inotify_add_watch(events, directory.path("a/other.json"), UInt32(IN_OPEN | IN_ACCESS))
            try directory.run("apply-system-files size", "get size → none", environment: environment)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            #expect(read(events, &buffer, buffer.count) == -1 && errno == EAGAIN)
        }

        @Test func `Each new damage of a file is logged`() throws {
            let name = "a/saving-helper.locked.json"
            try write(#"{"observed": 1}"#, to: name)
            let helper = try observer(1)
            for number in 2..<4 {
                try replace(name, with: "{")
                let line = try #require(helper.nextLogLine())
                #expect(line.contains("line 1, column 2") && line.hasSuffix("TSUD keeps the file's last values."))
                try replace(name, with: #"{"observed": \#(number)}"#)
                #expect(helper.nextLine() == "observed \(number)")
            }
        }

        @Test func `An administrator's file is read when its mode allows it again`() throws {
            let name = "a/saving-helper.json"
            try write(#"{"observed": 1}"#, to: name)
            for (place, mode) in [(name, 0o644), ("a", 0o755)] as [(String, mode_t)] {
                chmod(directory.path(place), geteuid() == 0 ? 0o666 | mode : 0)
                // Without a watch, it looks again after two seconds.
                let helper = try observer(0, watching: geteuid() == 0 || place == name ? 2 : 1)
                chmod(directory.path(place), mode)
                #expect(helper.nextLine() == "observed 1")
            }
        }

        @Test func `A file that the process may not read is logged once, and stays as it is`() throws {
            let name = "a/saving-helper.json"
            try write(#"{"size": 1}"#, to: name)
            chmod(directory.path(name), 0)
            let before = directory.status(of: name).map(FileStamp.init)
            let log = try directory.run(
                "leave-root",
                "apply-system-files size",
                "get size → none",
                "set size 2",
                "flush",
                "reset size",
                "get size → none",
                environment: environment
            )
            let path = directory.path(name)
            #expect(log == "TSUD: Settings in '\(path)' can't be read, it may not be read; TSUD ignores the file.\n")
            #expect(directory.status(of: name).map(FileStamp.init) == before)
        }

        @Test(.enabled(if: geteuid() == 0, "only root distrusts other users' files"))
        func `Root ignores and logs a file that another user can write`() throws {
            let name = "a/saving-helper.json"
            let changes: [(mode: mode_t, owner: uid_t, value: String)] = [
                (0o644, 0, "1"), (0o664, 0, "none"), (0o646, 0, "none"), (0o600, 65_534, "none"),
            ]
            for (mode, owner, value) in changes {
                try write(#"{"size": 1}"#, to: name)
                chmod(directory.path(name), mode)
                chown(directory.path(name), owner, 0)
                let log = try directory.run("apply-system-files size", "get size → \(value)", environment: environment)
                #expect(log.contains("a user other than root can write it") == (value == "none"))
            }
            // Another user may use such a file.
            chmod(directory.path(name), 0o666)
            try directory.run("leave-root", "apply-system-files size", "get size → 1", environment: environment)
        }

        static let replaceable: [(String, directories: [(name: String, mode: mode_t, owner: uid_t)], value: String)] = [
            ("directories of root", [("a", 0o755, 0), ("real", 0o755, 0)], "1"),
            ("a directory that all can write", [("a", 0o777, 0)], "none"),
            ("a directory that a group can write", [("a", 0o775, 0)], "none"),
            ("a sticky directory that all can write", [("a", 0o1777, 0)], "none"),
            ("another user's directory", [("a", 0o755, 65_534)], "none"),
            ("a link into a directory that all can write", [("real", 0o777, 0)], "none"),
            ("a link into another user's directory", [("real", 0o755, 65_534)], "none"),
            ("a directory in another user's", [(".", 0o755, 65_534)], "none"),
            ("a directory in a sticky one that all can write", [(".", 0o1777, 0)], "1"),
        ]

        @Test(.enabled(if: geteuid() == 0, "only root distrusts other users' files"), arguments: replaceable)
        func `Root ignores and logs a file that another user can replace`(
            _: String,
            directories: [(name: String, mode: mode_t, owner: uid_t)],
            value: String
        ) throws {
            mkdir(directory.path("real"), 0o755)
            try write(#"{"size": 1}"#, to: "real/file")
            symlink("../real/file", directory.path("a/saving-helper.json"))
            for (name, mode, owner) in directories {
                chmod(directory.path(name), mode)
                chown(directory.path(name), owner, 0)
            }
            let log = try directory.run("apply-system-files size", "get size → \(value)", environment: environment)
            #expect(log.contains("a user other than root can write the directory") == (value == "none"))
            // Another user may use such a file.
            chmod(directory.path, 0o755)
            try directory.run("leave-root", "apply-system-files size", "get size → 1", environment: environment)
        }

        private static let tools = ["/usr/sbin/setcap", "/usr/bin/setpriv"]

        @Test(
            .enabled(
                if: geteuid() == 0 && tools.allSatisfy { access($0, X_OK) == 0 },
                "root gives a file capabilities with setcap, and starts it as another user with setpriv"
            )
        )
        func `A program with file capabilities ignores XDG_CONFIG_DIRS`() throws {
            try write(#"{"size": 1}"#, to: "a/saving-helper.json")
            chmod(directory.path, 0o755)
            let program = directory.path("saving-helper")
            try Program.copy("saving-helper", to: program)
            chmod(program, 0o755)
            let user = ["--reuid", "65534", "--regid", "65534", "--clear-groups"]
            for (capability, value) in [(nil, "1"), ("cap_net_raw+ep", "none")] as [(String?, String)] {
                if let capability {
                    let setcap = try Program(Self.tools[0], [capability, program], in: directory)
                    #expect(setcap.finish() == .exited(0))
                }
                let process = try Program(Self.tools[1], user + [program], in: directory, environment: environment)
                try process.run("apply-system-files size", "get size → \(value)")
                process.end()
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only root makes a program of another user"))
        func `A setuid program ignores XDG_CONFIG_DIRS`() throws {
            try write(#"{"size": 1}"#, to: "a/saving-helper.json")
            let program = directory.path("saving-helper")
            try Program.copy("saving-helper", to: program)
            for (mode, value) in [(0o755, "1"), (0o4755, "none"), (0o2755, "none")] as [(mode_t, String)] {
                chown(program, 65_534, 65_534)
                chmod(program, mode)
                let process = try Program(program, in: directory, environment: environment)
                try process.run("apply-system-files size", "get size → \(value)")
                process.end()
            }
        }

        // MARK: Changes

        /// Ways to give a file other contents.
        static let replacements: [Row<@Sendable (TemporaryDirectory) throws -> Void>] = [
            Row("in place", { try $0.install(#"{"observed": 2}"#, as: "a/saving-helper.json") }),
            Row("by a rename") {
                try $0.install(#"{"observed": 2}"#, as: "a/new")
                rename($0.path("a/new"), $0.path("a/saving-helper.json"))
            },
            Row("locked, in another directory") {
                try $0.install(#"{"observed": 2}"#, as: "b/saving-helper.locked.json")
            },
            Row("in a new directory") {
                mkdir($0.path("c"), 0o755)
                try $0.install(#"{"observed": 2}"#, as: "c/saving-helper.locked.json")
            },
        ]

        @Test(arguments: replacements)
        func `A change of an administrator's file is observed`(
            _ row: Row<@Sendable (TemporaryDirectory) throws -> Void>
        ) throws {
            try write(#"{"observed": 1}"#, to: "a/saving-helper.json")
            let directories = ["a", "b", "c"].map(directory.path).joined(separator: ":")
            let helper = try observer(1, in: ["XDG_CONFIG_DIRS": directories])
            try row.content(directory)
            #expect(helper.nextLine() == "observed 2")
        }

        @Test func `An administrator's file that changes while it is read is read again`() throws {
            let faults = try Faults(in: TemporaryDirectory())
            try write(#"{"observed":1}"#, to: "a/saving-helper.json")
            let helper = try observer(1, in: environment.merging(faults.environment) { $1 })
            try faults.begin("late", 1, "a/saving-helper.json")
            try replace("a/saving-helper.json", with: #"{"observed":2}"#)
            let line = helper.nextLine()
            #expect((line == "observed 2" ? helper.nextLine() : line) == "observed 3")
            faults.end()
        }

        @Test func `A ConfigMap that Kubernetes replaces is observed`() throws {
            for number in 1...2 {
                mkdir(directory.path("a/..\(number)"), 0o755)
                try write(#"{"observed": \#(number)}"#, to: "a/..\(number)/saving-helper.json")
            }
            symlink("..1", directory.path("a/..data"))
            symlink("..data/saving-helper.json", directory.path("a/saving-helper.json"))
            let helper = try observer(1)
            symlink("..2", directory.path("a/..data_tmp"))
            rename(directory.path("a/..data_tmp"), directory.path("a/..data"))
            #expect(helper.nextLine() == "observed 2")
        }
    }
}
#endif
