#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// Plain calls beside keys: saved by `synchronize()`, never undone in memory, save by a later change of another
    /// process.
    @Suite struct DirectCallTests {
        private let directory = TemporaryDirectory.new()

        /// It is found in the suite, but is a registered object.
        @Test func `The reset of a key is saved if the file has its registered object`() throws {
            try directory.write(["size": 1], to: file)
            _ = try Helper(directory, "register size 1", "synchronize → true", "reset size", "flush")
            #expect(try directory.numbers().isEmpty)
        }

        @Test func `An old stored object counts as stored, even if an equal one is registered`() throws {
            try directory.write(["size": 1], to: file)
            try wait { try FileStamp.ofFile(at: directory.path(file))?.isSettled != false }
            try directory.run("register size 1", "is-set size → true")
        }

        @Test func `A direct call's value that is set again before the first key stays`() throws {
            let helper = try Helper(directory, "direct-set x 2", "synchronize → true", "direct-set x 3", "get x → 3")
            try helper.run("set other 1", "flush", "direct-get x → 3")
            #expect(try directory.numbers() == ["x": 2, "other": 1])
            try helper.run("synchronize → true")
            #expect(try directory.numbers() == ["x": 3, "other": 1])
        }

        @Test(arguments: [true, false])
        func `A direct call's value before the first key stays, and other keys are read`(_ isNew: Bool) throws {
            try directory.write(isNew ? [:] : ["x": 1], to: file)
            let helper = try Helper(directory, "direct-set x 2")
            _ = try Helper(directory, "set other 3", "flush")
            try helper.run("get x → 2", "get other → 3")
            // The file was read, so another process's change of it is noticed.
            _ = try Helper(directory, "set x 4", "flush")
            try helper.run("flush", "get x → \(isNew ? 2 : 4)")
        }

        @Test func `A direct call's value stays if the time of the file is in the future`() throws {
            try directory.write(["x": 1], to: file)
            directory.setTime(of: file, ahead: 3_600)
            try directory.run("direct-set x 2", "get x → 2", "set other 1", "flush", "get x → 2")
        }

        @Test func `Memory follows another process after a key replaced a direct call's value`() throws {
            let helper = try Helper(directory, "direct-set size 5")
            try directory.write(["size": 2], to: file)
            try helper.run("set size 3", "flush")
            try directory.run("set size 4")
            try helper.run("flush", "get size → 4")
        }

        @Test(arguments: [false, true])
        func `A direct read reverts nothing that another process has saved since`(_ isLongAgo: Bool) throws {
            try directory.write(["size": 1, "gone": 1], to: file)
            let helper = try Helper(directory, "direct-get size → 1")
            _ = try Helper(directory, "set size 2", "set new 3", "flush")
            if isLongAgo { try wait { try FileStamp.ofFile(at: directory.path(file))?.isSettled != false } }
            try helper.run("get new → 3", "set own 4", "flush")
            #expect(try directory.numbers() == ["size": 2, "gone": 1, "new": 3, "own": 4])
            _ = try Helper(directory, "set size 5", "flush")
            try helper.run("flush", "get size → 5")
        }

        @Test func `A reader never misses a value while a save stores another one than a direct call's`() throws {
            let count = isFull ? 3_000 : 300
            let helper = try Helper(directory, "set other 1", "read-during-flushes size \(count) → 0 missing, 0 old")
            helper.end()
            #expect(try directory.numbers()["size"] == 2 * count - 1)
        }
    }
}
#endif
