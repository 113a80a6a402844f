#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

/// Parsing whatever is at the path of a settings file.
@Suite struct PropertyListFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(
        arguments: [
            "<plist version=\"1.0\"><dict><key>a</key><string>b</string></dict></plist>",
            "{ a = b; }",
            "a = b;",
        ]
    )
    func `Every format that Foundation reads is read`(_ text: String) throws {
        #expect(try PropertyListFile.parse(Data(text.utf8)).get() == ["a": .string("b")])
    }

    @Test(arguments: [(500, true), (600, false), (100_000, false)])
    func `Containers nest as deep as Foundation allows`(_ depth: Int, _ isRead: Bool) {
        let opening = String(repeating: "<array>", count: depth)
        let closing = String(repeating: "</array>", count: depth)
        let text = "<plist version=\"1.0\"><dict><key>a</key>\(opening)\(closing)</dict></plist>"
        let result = PropertyListFile.parse(Data(text.utf8))
        #expect(((try? result.get()) != nil) == isRead)
    }

    @Test func `A missing file, a directory and a named pipe are told apart`() throws {
        guard case .absent = try PropertyListFile.state(directory.path("nothing")) else {
            Issue.record("there is something")
            return
        }
        mkfifo(directory.path("pipe"), 0o600)
        for (path, expected) in [(directory.path, EISDIR), (directory.path("pipe"), EINVAL)] {
            #expect {
                _ = try PropertyListFile.state(path)
            } throws: { error in
                (error as? FileError)?.systemError == expected
            }
        }
    }
}
#endif
