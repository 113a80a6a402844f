#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct WatchTests {
        let settings: SettingsProgram
        let watching: Program

        init() throws {
            settings = try SettingsProgram()
            try settings("set", "fontSize", "14")
            watching = try settings.start(["watch"])
        }

        @Test func `Each change by another process is printed as it happens, but not the initial values`() throws {
            #expect(watching.nextLine() == "Watching 9 settings; Ctrl-C ends.")
            for (name, text, line) in [
                ("fontSize", "15", "fontSize = 15.0 (suite)"),
                ("Has Widgets", "YES", "Has Widgets = true (suite)"),
                ("username", "Ann", "username = Ann (suite)"),
                ("theme", "dark", "theme = dark (suite)"),
                ("recentFiles", "(a.txt, b.txt)", #"recentFiles = ["a.txt","b.txt"] (suite)"#),
                ("homepage", "https://example.com", "homepage = https://example.com (suite)"),
            ] {
                try settings("set", name, text)
                #expect(watching.nextLine() == line)
            }
            try settings("reset", "fontSize")
            #expect(watching.nextLine() == "fontSize = 12.0 (default)")
        }

        @Test func `Only the named settings are watched`() throws {
            let some = try settings.start(["watch", "theme", "Has Widgets"])
            #expect(some.nextLine() == "Watching 2 settings; Ctrl-C ends.")
            try settings("set", "fontSize", "15")
            try settings("set", "theme", "dark")
            #expect(some.nextLine() == "theme = dark (suite)")
            some.signal(SIGTERM)
            #expect(some.finish() == .exited(0))
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
            watching.signal(SIGTERM)
            #expect(watching.finish() == .exited(0))
            #expect(watching.log == "TSUD: Value for key 'fontSize' is a String, expected Double.\n")
        }
    }
}
#endif
