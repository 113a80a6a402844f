#if os(Linux)
import Foundation
import TestSupport
import Testing

extension ExampleProgram {
    /// The example program's settings that documents have values of their own of.
    @Suite struct DocumentTests {
        let settings: SettingsProgram

        init() throws {
            settings = try SettingsProgram()
        }

        @Test func `A document's value is set, shown and reset like a setting`() throws {
            #expect(try settings("set", "zoom/report.pdf", "1.5").output == ["zoom/report.pdf = 1.5 (suite)"])
            #expect(try settings("get", "zoom/report.pdf").output == ["1.5"])
            #expect(try settings("get", "zoom/other.pdf").output == ["1.0"])
            #expect(try settings("set", "zoom", "2").output == ["zoom = 2.0 (suite)"])
            #expect(try settings.row("zoom") == ["zoom", "2.0", "suite"])
            #expect(try settings.row("zoom/report.pdf") == ["zoom/report.pdf", "1.5", "suite"])
            #expect(try settings.stored["zoom/report%2Epdf"] as? Double == 1.5)
            let description = try settings("describe", "zoom/report.pdf").output
            #expect(description.prefix(3) == ["zoom/report.pdf", "type:     Double", "default:  1.0"])
            #expect(description.contains("value:    1.5"))
            #expect(try settings("list", "--json").output.contains { $0.contains("zoom/report.pdf") })
            #expect(try settings("reset", "zoom/report.pdf").output == ["zoom/report.pdf = 2.0 (suite)"])
            #expect(try settings.row("zoom/report.pdf") == nil)
        }

        @Test func `Mistakes name the document`() throws {
            let run = try settings("set", "zoom/report.pdf", "banana")
            #expect(run.end == .exited(64))
            #expect(run.errors.contains("Text for key 'zoom/report%2Epdf': 'banana' is"))
            #expect(
                try settings("get", "fontSize/report.pdf").errors.contains("there is no setting 'fontSize/report.pdf'")
            )
        }

        @Test func `Documents' values are exported and imported`() throws {
            try settings("set", "zoom/report.pdf", "1.5")
            try settings("set", "zoom/a/b", "3")
            let file = settings.home.path + "/exported.plist"
            try settings("export", file)
            try settings("reset", "zoom/report.pdf")
            try settings("set", "zoom/c", "4")
            #expect(try settings("import", file).output == ["Imported."])
            #expect(try settings.row("zoom/report.pdf")?[1] == "1.5")
            #expect(try settings.row("zoom/a/b")?[1] == "3.0")
            #expect(try settings.row("zoom/c") == nil)
        }

        @Test func `A document's change is watched`() throws {
            let watching = try settings.start(["watch", "zoom"])
            defer { watching.kill() }
            #expect(watching.nextLine()?.hasPrefix("Watching 1 setting;") == true)
            try settings("set", "zoom/report.pdf", "1.5")
            #expect(watching.nextLine() == "zoom/report.pdf = 1.5 (suite)")
            try settings("set", "zoom", "2")
            #expect(watching.nextLine() == "zoom = 2.0 (suite)")
            try settings("reset", "zoom/report.pdf")
            #expect(watching.nextLine() == "zoom/report.pdf = 2.0 (suite)")
        }
    }
}
#endif
