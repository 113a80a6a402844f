#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

extension Linux {
    /// Files with times and numbers that are unusual.
    @Suite struct UnusualFileTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test func `A time of the file that is later than now decides nothing, and is not kept`() throws {
            try directory.write(["size": 1], to: file)
            let later = timespec(tv_sec: time(nil) + 3_600, tv_nsec: 0)
            let one = try Helper(directory)
            let other = try Helper(directory)
            try one("get size")
            try other("get size")
            // One writes, but another process's save gets in between, and the time of the file is ahead of the clock.
            try one("set other 1")
            try one("flush")
            try one("set size 2")
            try directory.write(["size": 3, "other": 1], to: file)
            utimensat(AT_FDCWD, directory.path(file), [later, later], 0)
            #expect(try one("flush") == "flushed")
            #expect(try one("get size") == "2")
            #expect(try directory.settings(in: file)["size"] as? Int == 2)
            #expect(try #require(directory.status(of: file)).st_mtim.tv_sec < time(nil) + 60)
        }

        @Test func `An integer of more than 64 bits is unreadable, and stays as it is`() throws {
            let wide = PropertyListObject.wide(high: 1, low: 5)
            let nested = PropertyListObject.array([wide, .integer(1)])
            let settings: PropertyListDictionary = ["size": wide, "list": nested, "other": .integer(1)]
            try directory.write(BinaryPropertyList.encode(.dictionary(settings)), to: file)
            let helper = try Helper(directory)
            #expect(try helper("stored size").hasPrefix("Value for key 'size' is a String, expected Int"))
            #expect(try helper("get other") == "1")
            try helper("set other 2")
            #expect(try helper("flush") == "flushed")
            let saved = try BinaryPropertyList.decode(Data(try directory.bytes(of: file)))
            #expect(saved == .dictionary(["size": wide, "list": nested, "other": .integer(2)]))
            // A key that writes it replaces it.
            try helper("set size 7")
            #expect(try helper("flush") == "flushed")
            #expect(try helper("get size") == "7")
        }
    }
}
#endif
