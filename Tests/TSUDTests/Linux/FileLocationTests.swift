#if os(Linux)
import Foundation
import SettingsFile
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The path of a suite's file, as traced from Foundation's system calls.
    @Suite struct FileLocationTests {
        static let environments: [(environment: [String: String], path: String)] = [
            (["XDG_CONFIG_HOME": "/x"], "/x/suite.plist"),
            (["XDG_CONFIG_HOME": "/x/"], "/x/suite.plist"),
            (["XDG_CONFIG_HOME": "/with space%20/../x", "HOME": "/h"], "/x/suite.plist"),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/suite.plist"),
            (["XDG_CONFIG_HOME": "~/x", "HOME": "/h"], "/h/.config/suite.plist"),
            (["XDG_CONFIG_HOME": "", "HOME": "/h/"], "/h/.config/suite.plist"),
            (["HOME": "rel"], "/d/rel/.config/suite.plist"),
            (["HOME": ""], "/.config/suite.plist"),
            ([:], "/.config/suite.plist"),
        ]

        @Test(arguments: environments)
        func `The directory follows from the environment`(_ environment: [String: String], _ path: String) {
            let found = FileLocation.path(ofSuiteNamed: "suite", environment: environment, workingDirectory: "/d")
            #expect(found == path)
        }

        private let xdg = ["XDG_CONFIG_HOME": "/x"]

        static let names: [(name: String, path: String)] = [
            ("com.example", "/x/com.example.plist"),
            ("a/b", "/x/a/b.plist"),
            ("a//b", "/x/a/b.plist"),
            ("./a", "/x/a.plist"),
            ("../up", "/up.plist"),
            ("../../../up", "/up.plist"),
            ("/abs/a", "/abs/a.plist"),
            ("~/a", "/x/~/a.plist"),
            ("", "/x/.plist"),
            (".", "/x/..plist"),
            ("..", "/x/...plist"),
            ("a/", "/x/a/.plist"),
            ("sp ace%20\u{e9}", "/x/sp ace%20\u{e9}.plist"),
            ("a#b?c", "/x/a#b?c.plist"),
        ]

        @Test(arguments: names)
        func `The file name follows from the suite's name`(_ name: String, _ path: String) {
            #expect(FileLocation.path(ofSuiteNamed: name, environment: xdg) == path)
        }

        @Test func `The standard suite is named after the bundle or the process`() {
            let path = FileLocation.path(ofSuiteNamed: nil, environment: xdg)
            #expect(path == "/x/\(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName).plist")
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
                if isReadFirst { try helper.run("plain-get size → none") }
                let other = directory.path("other")
                try helper.run(
                    "setenv HOME \(other) → 0",
                    "setenv XDG_CONFIG_HOME \(other) → 0",
                    "set size 14",
                    "flush"
                )
                // Foundation writes to the file that it reads.
                try helper.run("plain-set plain 15", "synchronize → true")
                helper.end()
                let name = suite ?? "saving-helper"
                #expect(try directory.numbers(in: ".config/\(name)") == ["size": 14, "plain": 15])
                #expect(
                    try FileManager.default.subpathsOfDirectory(atPath: directory.path) == [
                        ".config", ".config/\(name).plist",
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

        @Test func `The standard suite and the one named after the process share a file`() throws {
            let directory = try TemporaryDirectory()
            try directory.run("set standard 1", "flush", "suite saving-helper", "get standard → 1", "set named 2")
            #expect(try directory.numbers() == ["standard": 1, "named": 2])
        }
    }
}
#endif
