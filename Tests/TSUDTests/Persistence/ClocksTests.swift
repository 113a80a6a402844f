#if os(Linux)
import Foundation
import SettingsFile
import TestSupport
import Testing

@testable import TSUD

/// Whether a file is older than the process, even if the clock is set.
@Suite struct ClocksTests {
    static let second: Int64 = 1_000_000_000

    /// In seconds: the file's time relative to the start of the process, and by how much the clock was set since.
    static let cases: [(file: Int64, step: Int64, isOlder: Bool)] = [
        (-10, 0, true), (10, 0, false), (0, 0, false),
        // Set forward, so the process seems younger than it is.
        (10, 3_600, false), (-10, 3_600, false),
        // Set back, so the file seems older than it is.
        (-10, -3_600, false), (-10, -1, false),
    ]

    @Test("a file counts as older than the process only if the clock was not set since", arguments: cases)
    func age(_ file: Int64, _ step: Int64, _ isOlder: Bool) throws {
        let directory = try TemporaryDirectory()
        try directory.write([1], to: "a.plist")
        let stamp = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        let wall = max(stamp.modified.nanoseconds, stamp.changed.nanoseconds) - file * Self.second
        let start = Clocks(wall: wall, sinceBoot: 7)
        let now = Clocks(wall: wall + (60 + step) * Self.second, sinceBoot: 7 + 60 * Self.second)
        #expect(start.areAfter(stamp, now: now) == isOlder)
    }

    @Test("a file that is changed right afterwards is not older, though file times are those of the last tick")
    func tick() throws {
        let directory = try TemporaryDirectory()
        for round in 0..<50 {
            let start = Clocks.now
            try directory.write([1], to: "\(round).plist")
            #expect(!start.areAfter(FileStamp(ofFileAt: directory.path("\(round).plist"))))
        }
    }

    @Test("the start of the process is known")
    func start() throws {
        let start = try #require(Clocks.ofProcessStart)
        #expect(start.sinceBoot <= Clocks.now.sinceBoot)
        #expect(start.sinceBoot > Clocks.now.sinceBoot - 3_600 * Self.second)
    }
}
#endif
