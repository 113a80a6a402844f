#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    @Suite struct ExportAndImportTests {
        let settings: SettingsProgram

        init() throws {
            settings = try SettingsProgram()
        }

        private func setSome() throws {
            try settings("set", "fontSize", "14")
            try settings("set", "username", "Ann & Bee")
            try settings("set", "theme", "dark")
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
            try settings("set", "fontSize", "20")
            try settings("set", "Has Widgets", "YES")
            let run = try settings("import", file)
            #expect(run.output == ["Imported."])
            #expect(run.end == .exited(0))
            #expect(try settings().table == table)
            #expect(objectFingerprint(of: try settings.stored) == stored)
        }

        @Test func `Importing an export through a pipe changes nothing`() throws {
            try setSome()
            // A value that XML can't represent.
            try settings(
                "set",
                "lastSession",
                #"{"document":"\u0001","opened":"2001-01-02T03:04:05.25Z","position":7}"#
            )
            let bytes = try settings.bytes
            let status = settings.home.status(of: settings.file)
            let program = try Program.path(of: "settings")
            let run = try settings.run("/bin/sh", ["-c", "'\(program)' export | '\(program)' import -"])
            #expect(run.errors.isEmpty)
            #expect(run.end == .exited(0))
            #expect(try settings.bytes == bytes)
            #expect(settings.home.status(of: settings.file)?.st_ino == status?.st_ino)
        }

        @Test func `Python can read an export`() throws {
            guard
                let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(
                    where: FileManager.default.isExecutableFile
                )
            else { return }
            try setSome()
            let file = settings.home.path("exported")
            try settings("export", file)
            let script = """
                import plistlib
                settings = plistlib.load(open("\(file)", "rb"))
                opened = settings["lastSession"]["opened"]
                print(settings["fontSize"], settings["username"], settings["recentFiles"], opened)
                """
            #expect(
                try settings.run(python, ["-c", script]).output == [
                    "14.0 Ann & Bee ['a.txt', 'b.txt'] 2001-01-02 03:04:05"
                ]
            )
        }

        @Test func `An import with a wrong value exits with 65 and changes nothing`() throws {
            try setSome()
            let bytes = try settings.bytes
            try settings.home.write(["fontSize": "banana", "theme": "blue", "username": "Zoe"], to: "wrong")
            let run = try settings("import", settings.home.path("wrong"))
            #expect(
                run.errors.hasPrefix("settings: Value for key 'fontSize' is a String, expected Double. Value for key")
            )
            #expect(run.errors.contains("'theme'"))
            #expect(run.output.isEmpty)
            #expect(run.end == .exited(65))
            #expect(try settings.bytes == bytes)
        }

        @Test func `Importing other data exits with 65, importing a missing file with 66`() throws {
            try settings.home.write([UInt8]("banana".utf8), to: "banana")
            let refused = try settings("import", settings.home.path("banana"))
            #expect(refused.errors == "settings: The data is not a property list of settings.\n")
            #expect(refused.end == .exited(65))
            #expect(try settings("import", settings.home.path("absent")).end == .exited(66))
            #expect(try settings("export", settings.home.path("absent/file")).end == .exited(73))
        }

        @Test func `Unknown names in an import are reported`() throws {
            try settings.home.write(["fontSize": 14, "stranger": 1], to: "more")
            let run = try settings("import", settings.home.path("more"))
            #expect(run.output == ["Imported, but no setting is called stranger."])
            #expect(try Array(settings.stored.keys) == ["fontSize"])
        }

        @Test func `A setting is described`() throws {
            try settings("set", "theme", "dark")
            #expect(
                try settings("describe", "theme").output == [
                    "theme", "type:     Theme", "default:  system", "value:    dark", "from:     suite",
                    "takes:    one of light, dark, system",
                ]
            )
        }
    }
}
#endif
