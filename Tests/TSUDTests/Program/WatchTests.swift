#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct WatchTests {
        let settings = SettingsProgram()
        let watching: Program

        init() throws {
            try settings("set", "fontSize", "14")
            watching = try Program("settings", ["watch"], in: settings.home)
        }

        /// Makes each change, and expects that it is printed.
        private func expect(_ lines: KeyValuePairs<[String], String>, from watching: Program) throws {
            for (change, line) in lines {
                #expect(try settings.run(change) == .printed(line))
                #expect(watching.nextLine() == line)
            }
        }

        @Test func `Each change by another process is printed as it happens, but not the initial values`() throws {
            #expect(watching.nextLine() == "Watching 9 settings; Ctrl-C ends.")
            let lines: KeyValuePairs = [
                ["set", "fontSize", "15"]: "fontSize = 15.0 (suite)",
                ["set", "Has Widgets", "YES"]: "Has Widgets = true (suite)",
                ["set", "username", "Ann"]: "username = Ann (suite)",
                ["set", "theme", "dark"]: "theme = dark (suite)",
                ["set", "recentFiles", "(a.txt, b.txt)"]: #"recentFiles = ["a.txt","b.txt"] (suite)"#,
                ["set", "homepage", "https://example.com"]: "homepage = https://example.com (suite)",
                ["reset", "fontSize"]: "fontSize = 12.0 (default)",
            ]
            try expect(lines, from: watching)
        }

        @Test func `Only the named settings are watched`() throws {
            let some = try Program("settings", ["watch", "theme", "Has Widgets"], in: settings.home)
            #expect(some.nextLine() == "Watching 2 settings; Ctrl-C ends.")
            try settings("set", "fontSize", "15")
            try expect([["set", "theme", "dark"]: "theme = dark (suite)"], from: some)
        }

        @Test func `A document's changes are watched with the setting`() throws {
            let zooms = try Program("settings", ["watch", "zoom"], in: settings.home)
            #expect(zooms.nextLine() == "Watching 1 setting; Ctrl-C ends.")
            let lines: KeyValuePairs = [
                ["set", "zoom/report.pdf", "1.5"]: "zoom/report.pdf = 1.5 (suite)",
                ["set", "zoom", "2"]: "zoom = 2.0 (suite)",
                ["reset", "zoom/report.pdf"]: "zoom/report.pdf = 2.0 (suite)",
            ]
            try expect(lines, from: zooms)
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `A signal ends the program cleanly`(_ number: Int32) throws {
            #expect(watching.nextLine() != nil)
            watching.signal(number)
            #expect(watching.nextLine() == nil)
            #expect(watching.finish() == .exited(0))
            #expect(watching.log.isEmpty)
            #expect(settings.home.names == [settings.file])
        }

        @Test func `An unreadable value is reported, and the default printed`() throws {
            #expect(watching.nextLine() != nil)
            try settings.write(["fontSize": "banana"])
            #expect(watching.nextLine() == "fontSize = 12.0 (suite, unreadable)")
            #expect(watching.log == "TSUD: Value for key 'fontSize' is a String, expected Double.\n")
        }
    }
}
#endif
