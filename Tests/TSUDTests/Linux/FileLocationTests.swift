#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The path of a suite's file, as traced from Foundation's system calls.
    @Suite struct FileLocationTests {
        private static let xdg = ["XDG_CONFIG_HOME": "/x"]

        static let locations: [(suite: String, environment: [String: String], path: String)] = [
            ("suite", ["XDG_CONFIG_HOME": "/x"], "/x/suite.plist"),
            ("suite", ["XDG_CONFIG_HOME": "/x/"], "/x/suite.plist"),
            ("suite", ["XDG_CONFIG_HOME": "/with space%20/../x", "HOME": "/h"], "/x/suite.plist"),
            ("suite", ["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/suite.plist"),
            ("suite", ["XDG_CONFIG_HOME": "~/x", "HOME": "/h"], "/h/.config/suite.plist"),
            ("suite", ["XDG_CONFIG_HOME": "", "HOME": "/h/"], "/h/.config/suite.plist"),
            ("suite", ["HOME": "rel"], "/d/rel/.config/suite.plist"),
            ("suite", ["HOME": ""], "/.config/suite.plist"),
            ("suite", [:], "/.config/suite.plist"),
            ("com.example", xdg, "/x/com.example.plist"),
            ("a/b", xdg, "/x/a/b.plist"),
            ("a//b", xdg, "/x/a/b.plist"),
            ("./a", xdg, "/x/a.plist"),
            ("../up", xdg, "/up.plist"),
            ("../../../up", xdg, "/up.plist"),
            ("/abs/a", xdg, "/abs/a.plist"),
            ("~/a", xdg, "/x/~/a.plist"),
            ("", xdg, "/x/.plist"),
            (".", xdg, "/x/..plist"),
            ("..", xdg, "/x/...plist"),
            ("a/", xdg, "/x/a/.plist"),
            ("sp ace%20\u{e9}", xdg, "/x/sp ace%20\u{e9}.plist"),
            ("a#b?c", xdg, "/x/a#b?c.plist"),
        ]

        @Test(arguments: locations)
        func `The path follows from the environment and the suite's name`(
            _ suite: String,
            _ environment: [String: String],
            _ path: String
        ) {
            let found = FileLocation.path(ofSuiteNamed: suite, environment: environment, workingDirectory: "/d")
            #expect(found == path)
        }

        @Test func `The standard suite is named after the bundle or the process`() {
            let path = FileLocation.path(ofSuiteNamed: nil, environment: Self.xdg)
            #expect(path == "/x/\(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName).plist")
        }

        @Test func `A program in a bundle has the file of the bundle, which Foundation reads`() throws {
            let directory = try TemporaryDirectory()
            let bundle = directory.path("helper.app")
            try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: false)
            try directory.write(["CFBundleIdentifier": "com.example.helper"], to: "helper.app/Info.plist")
            try Program.copy("saving-helper", to: bundle + "/helper")
            let program = try Program(bundle + "/helper", in: directory)
            try program.run("set size 14")
            program.end()
            #expect(try directory.numbers(in: "com.example.helper") == ["size": 14])
            try Program(bundle + "/helper", in: directory).run("direct-get size → 14")
        }

        @Test(arguments: [nil, "", "relative"], [nil, "com.example"])
        func `Foundation reads the same file, even if the variables are set at run time`(
            _ variable: String?,
            _ suite: String?
        ) throws {
            for isReadFirst in [true, false] {
                let directory = try TemporaryDirectory()
                let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": variable])
                if let suite { try helper.run("suite \(suite)") }
                if isReadFirst { try helper.run("direct-get size → none") }
                let other = directory.path("other")
                try helper.run(
                    "setenv HOME \(other) → 0",
                    "setenv XDG_CONFIG_HOME \(other) → 0",
                    "set size 14",
                    "flush"
                )
                // Foundation writes to the file that it reads.
                try helper.run("direct-set plain 15", "synchronize → true")
                helper.end()
                let name = suite ?? "saving-helper"
                #expect(try directory.numbers(in: ".config/\(name)") == ["size": 14, "plain": 15])
                #expect(
                    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted() == [
                        ".config", ".config/.\(name).plist.lock", ".config/.\(name).plist.next",
                        ".config/\(name).plist",
                    ]
                )
            }
        }

        @Test(arguments: ["rename", "replace"])
        func `Foundation reads the same file, whatever the process is called`(_ command: String) throws {
            let directory = try TemporaryDirectory()
            let copy = directory.path("copied-helper")
            try Program.copy("saving-helper", to: copy)
            let helper = try Program(copy, in: directory)
            try helper.run("\(command) \(copy)", "set size 14")
            helper.end()
            #expect(try directory.numbers(in: "copied-helper") == ["size": 14])
        }

        @Test(arguments: [("a", "./a", "a"), ("a", "link", "a"), ("standard", "saving-helper", "saving-helper")])
        func `Two names of one file are two suites that follow each other, and a transaction on both ends with busy`(
            _ one: String,
            _ other: String,
            _ name: String
        ) throws {
            let directory = try TemporaryDirectory()
            symlink("a.plist", directory.path("link.plist"))
            let helper = try Helper(directory, environment: Helper.briefWaits)
            try helper.run("suite \(one)", "set size 1", "flush", "suite \(other)", "get size → 1")
            try helper.run("set size 2", "set new 3", "flush", "suite \(one)", "flush", "get size → 2", "get new → 3")
            #expect(try helper("transaction-in \(one) \(other)").contains("longer than ten seconds"))
            try helper.run("increment size 1 → done", "suite \(other)", "increment size 1 → done")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers(in: name) == ["size": 4, "new": 3])
        }

        @Test func `A program without /proc saves its settings in the file that Foundation reads`() throws {
            guard geteuid() == 0 else { return }
            let directory = try TemporaryDirectory()
            let script = "mount --make-rprivate / && umount -l /proc && exec \(try Program.path(of: "saving-helper"))"
            let helper = try Program("/usr/bin/unshare", ["-m", "sh", "-c", script], in: directory)
            helper.tell("set size 1")
            // Not allowed in every container.
            guard helper.nextLine() == "done" else {
                #expect(helper.log.contains("unshare") || helper.log.contains("mount"), "\(helper.log)")
                return
            }
            try helper.run("flush", "direct-set plain 2", "synchronize → true")
            helper.end()
            #expect(try directory.numbers(in: "") == ["size": 1, "plain": 2])
        }

        @Test func `The standard suite and the one named after the process share a file`() throws {
            let directory = try TemporaryDirectory()
            try directory.run("set standard 1", "flush", "suite saving-helper", "get standard → 1", "set named 2")
            #expect(try directory.numbers() == ["standard": 1, "named": 2])
        }
    }
}
#endif
