#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct ExportAndImportTests {
        let settings = SettingsProgram()

        private func setSome() throws {
            try settings("set", "fontSize", "14")
            try settings("set", "username", "Ann & Bee")
            try settings("set", "theme", "dark")
            try settings("set", "zoom/report.pdf", "1.5")
            try settings("set", "zoom/a/b", "3")
            try settings("set", "recentFiles", "(a.txt, b.txt)")
            try settings("set", "lastSession", #"{"document":"a","opened":"2001-01-02T03:04:05Z","position":7}"#)
            try settings("set", "homepage", "https://example.com")
        }

        @Test func `Importing a file restores exactly what was exported to it`() throws {
            try setSome()
            let table = try settings().table
            let stored = objectFingerprint(of: try settings.stored)
            let file = settings.home.path("exported")
            #expect(try settings("export", file).end == .exited(0))
            try settings("reset", "username")
            try settings("reset", "zoom/report.pdf")
            try settings("set", "fontSize", "20")
            try settings("set", "Has Widgets", "YES")
            try settings("set", "zoom/c", "4")
            #expect(
                try settings("import", file)
                    == .printed(
                        "Stored: fontSize, homepage, lastSession, recentFiles, theme, username, zoom/a/b, "
                            + "zoom/report%2Epdf.",
                        "Reset: Has Widgets, zoom/c."
                    )
            )
            #expect(try settings().table == table)
            #expect(objectFingerprint(of: try settings.stored) == stored)
        }

        @Test func `Importing an export through a pipe changes nothing`() throws {
            try setSome()
            let unlikeXML = #"{"document":"\u0001","opened":"2001-01-02T03:04:05.25Z","position":7}"#
            try settings("set", "lastSession", unlikeXML)
            let bytes = try settings.bytes
            let status = settings.home.status(of: settings.file)
            #expect(try settings.run("settings export | settings import -").output.count == 1)
            #expect(try settings.bytes == bytes)
            #expect(settings.home.status(of: settings.file)?.st_ino == status?.st_ino)
        }

        @Test func `Python can read an export`() throws {
            let paths = ["/usr/bin/python3", "/usr/local/bin/python3"]
            guard let python = paths.first(where: FileManager.default.isExecutableFile) else { return }
            try setSome()
            let script = """
                settings export exported
                '\(python)' -c '
                import plistlib
                settings = plistlib.load(open("exported", "rb"))
                opened = settings["lastSession"]["opened"]
                print(settings["fontSize"], settings["username"], settings["recentFiles"], opened)
                '
                """
            let line = "14.0 Ann & Bee ['a.txt', 'b.txt'] 2001-01-02 03:04:05"
            #expect(try settings.run("cd '\(settings.home.path)'\n\(script)").output == [line])
        }

        @Test func `An import with wrong values exits with 65 and changes nothing`() throws {
            try setSome()
            let bytes = try settings.bytes
            try settings.home.write(["fontSize": "banana", "theme": "blue", "username": "Zoe"], to: "wrong")
            let error = """
                Value for key 'fontSize' is a String, expected Double. Value for key 'theme' is 'blue', not a Theme; \
                there are light, dark, system. Nothing is imported; --skip-invalid imports the rest.
                """
            #expect(try settings("import", settings.home.path("wrong")) == .failed(65, error))
            #expect(try settings.bytes == bytes)
            let run = try settings("import", "--skip-invalid", settings.home.path("wrong"))
            #expect(
                run.output == [
                    "Stored: username.",
                    "Reset: homepage, lastSession, recentFiles, zoom/a/b, zoom/report%2Epdf.",
                    "Skipped, since invalid: fontSize, theme.",
                ]
            )
            #expect(try settings.row("fontSize") == ["fontSize", "14.0", "suite"])
        }

        @Test func `Another program's file is refused, and an empty one resets all`() throws {
            try setSome()
            let bytes = try settings.bytes
            try settings.home.write(["NSWindow": 1, "color": "red"], to: "other")
            let refused = try settings("import", settings.home.path("other"))
            #expect(refused == .failed(65, "The data holds none of the settings, but 'NSWindow', 'color'."))
            #expect(try settings.bytes == bytes)
            try settings.home.write([:], to: "empty")
            let run = try settings("import", settings.home.path("empty"))
            #expect(run.output.count == 1 && run.output[0].hasPrefix("Reset: fontSize, homepage, "))
            #expect(try settings.stored.isEmpty)
        }

        @Test func `A binary export is not written to a terminal`() throws {
            try setSome()
            try settings("set", "lastSession", #"{"document":"a","opened":"2001-01-02T03:04:05.25Z","position":7}"#)
            let script = "'\(try Program.path(of: "settings"))' export"
            let run = try settings.run("script -qec \"$1\" /dev/null", [script])
            #expect(
                run.output.map { $0.filter { !$0.isNewline } } == [
                    "settings: the export is binary, and not for a terminal; give the name of a file"
                ]
            )
            #expect(run.end == .exited(73))
        }

        @Test func `Importing other data exits with 65, and files that can't be used with 66 and 73`() throws {
            try settings.home.write([UInt8]("banana".utf8), to: "banana")
            let refused = try settings("import", settings.home.path("banana"))
            #expect(refused == .failed(65, "The data is not a property list of settings."))
            #expect(try settings("import", settings.home.path("absent")).end == .exited(66))
            #expect(try settings("export", settings.home.path("absent/file")).end == .exited(73))
        }

        @Test func `Unknown names in an import are reported`() throws {
            try settings.home.write(["fontSize": 14, "stranger": 1], to: "more")
            let run = try settings("import", settings.home.path("more"))
            #expect(run == .printed("Stored: fontSize.", "Ignored, since no setting has the name: stranger."))
            #expect(try Array(settings.stored.keys) == ["fontSize"])
        }
    }
}
#endif
