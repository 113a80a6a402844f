#if os(Linux)
import Foundation
import SettingsFile
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

        @Test("the directory follows from the environment", arguments: environments)
        func directory(_ environment: [String: String], _ path: String) {
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

        @Test("the file name follows from the suite's name", arguments: names)
        func name(_ name: String, _ path: String) {
            #expect(FileLocation.path(ofSuiteNamed: name, environment: xdg) == path)
        }

        @Test("the standard suite is named after the bundle or the process")
        func standard() {
            let path = FileLocation.path(ofSuiteNamed: nil, environment: xdg)
            #expect(path == "/x/\(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName).plist")
        }
    }
}
#endif
