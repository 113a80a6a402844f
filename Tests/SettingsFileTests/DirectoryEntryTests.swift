#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

/// Following symbolic links.
@Suite struct DirectoryEntryTests {
    @Test func `Symbolic links are followed one by one, even if the target does not exist`() throws {
        let directory = try TemporaryDirectory()
        symlink("b", directory.path("a"))
        symlink(directory.path("c"), directory.path("b"))
        let entries = DirectoryEntry(directory.path("a")).linksAndTarget
        #expect(entries.map(\.path) == ["a", "b", "c"].map(directory.path))
        symlink("round", directory.path("round"))
        #expect(DirectoryEntry(directory.path("round")).linksAndTarget.count == 41)
    }
}
#endif
