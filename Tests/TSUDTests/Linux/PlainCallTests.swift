#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

extension Linux {
    /// Plain calls beside keys: saved by `synchronize()`, never undone in memory, save by a later change of another
    /// process.
    @Suite struct PlainCallTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        /// Makes changes in another process, which saves them and is killed.
        private func saveInAnotherProcess(_ commands: String...) throws {
            let other = try Helper(directory)
            for command in commands + ["flush"] { try other(command) }
        }

        private func settings() throws -> [String: Int] {
            try #require(try directory.settings(in: file) as? [String: Int])
        }

        @Test func `A program that calls synchronize() after its plain calls keeps everything`() throws {
            let helper = try Helper(directory)
            var expected: [String: Int] = [:]
            for index in 0..<30 {
                try helper("plain-set plain\(index) \(index)")
                try helper("set key\(index) \(index)")
                if index.isMultiple(of: 3) { try helper("plain-remove plain\(index / 2)") }
                if index.isMultiple(of: 5) { try helper("reset key\(index / 2)") }
                #expect(try helper("synchronize") == "true")
                if index.isMultiple(of: 7) { try helper("flush") }
                (expected["plain\(index)"], expected["key\(index)"]) = (index, index)
                if index.isMultiple(of: 3) { expected["plain\(index / 2)"] = nil }
                if index.isMultiple(of: 5) { expected["key\(index / 2)"] = nil }
            }
            for (key, value) in expected { #expect(try helper("plain-get \(key)") == "\(value)") }
            helper.finish()
            #expect(try settings() == expected)
        }

        @Test(arguments: ["plain-remove other", "plain-set other 1"])
        func `A plain call that synchronize() saves replaces what a key has saved`(_ call: String) throws {
            if call.contains("set") { try directory.write(["other": 1], to: file) }
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("set other 2")
            #expect(try helper("flush") == "flushed")
            try helper(call)
            #expect(try helper("synchronize") == "true")
            #expect(try helper("flush") == "flushed")
            let stored = call.contains("set") ? 1 : nil
            #expect(try helper("get other") == (stored.map { "\($0)" } ?? "none"))
            #expect(try settings()["other"] == stored)
        }

        /// It is found in the suite, but is a registered object.
        @Test func `The reset of a key is saved if the file has its registered object`() throws {
            try directory.write(["size": 1], to: file)
            let helper = try Helper(directory)
            #expect(try helper("register size 1") == "registered")
            #expect(try helper("synchronize") == "true")
            try helper("reset size")
            #expect(try helper("flush") == "flushed")
            #expect(try settings()["size"] == nil)
        }

        @Test func `A plain call alone is not saved, and stays in memory`() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("plain-set plain 1")
            try helper("plain-set size 15")
            #expect(try helper("flush") == "flushed")
            #expect(try helper("plain-get plain") == "1")
            #expect(try helper("get size") == "15")
            #expect(try settings() == ["size": 14])
        }

        @Test func `A plain value that is set again before the first key stays`() throws {
            let helper = try Helper(directory)
            try helper("plain-set x 2")
            #expect(try helper("synchronize") == "true")
            try helper("plain-set x 3")
            #expect(try helper("get x") == "3")
            try helper("set other 1")
            try helper("flush")
            #expect(try helper("plain-get x") == "3")
            #expect(try settings() == ["x": 2, "other": 1])
            #expect(try helper("synchronize") == "true")
            #expect(try settings() == ["x": 3, "other": 1])
        }

        @Test(arguments: [true, false])
        func `A plain value before the first key stays, and another process's key is seen`(_ isNew: Bool) throws {
            try directory.write(isNew ? [:] : ["x": 1], to: file)
            let helper = try Helper(directory)
            try helper("plain-set x 2")
            try saveInAnotherProcess("set other 3")
            #expect(try helper("get x") == "2")
            #expect(try helper("get other") == "3")
            // It counts as looked at, so another process's change of it is seen.
            try saveInAnotherProcess("set x 4")
            try helper("flush")
            #expect(try helper("get x") == (isNew ? "2" : "4"))
        }

        @Test func `A plain value stays where the time of the file is in the future`() throws {
            try directory.write(["x": 1], to: file)
            let later = timespec(tv_sec: time(nil) + 3_600, tv_nsec: 0)
            utimensat(AT_FDCWD, directory.path(file), [later, later], 0)
            let helper = try Helper(directory)
            try helper("plain-set x 2")
            #expect(try helper("get x") == "2")
            try helper("set other 1")
            try helper("flush")
            #expect(try helper("get x") == "2")
        }

        @Test func `A plain value and a plain removal stay when another process saves`() throws {
            try directory.write(["size": 1, "own": 1, "removed": 1, "same": 1], to: file)
            let helper = try Helper(directory)
            #expect(try helper("get size") == "1")
            try helper("plain-set own 4")
            try helper("plain-remove removed")
            try saveInAnotherProcess("set size 2", "set new 3", "set own 5", "set removed 5")
            try helper("flush")
            #expect(try helper("get size") == "2")
            #expect(try helper("get new") == "3")
            #expect(try helper("get own") == "4")
            #expect(try helper("get removed") == "none")
            #expect(try settings() == ["size": 2, "own": 5, "removed": 5, "same": 1, "new": 3])
        }

        @Test(arguments: [false, true])
        func `What another process has saved since a plain read is not reverted in the file`(_ isLongAgo: Bool) throws {
            try directory.write(["size": 1, "gone": 1], to: file)
            let helper = try Helper(directory)
            #expect(try helper("plain-get size") == "1")
            try saveInAnotherProcess("set size 2", "set new 3")
            if isLongAgo { while FileStamp(ofFileAt: directory.path(file))?.isSettled == false { sched_yield() } }
            #expect(try helper("get new") == "3")
            try helper("set own 4")
            try helper("flush")
            #expect(try settings() == ["size": 2, "gone": 1, "new": 3, "own": 4])
            try saveInAnotherProcess("set size 5")
            try helper("flush")
            #expect(try helper("get size") == "5")
        }

        @Test(arguments: ["", "com.example.added"])
        func `A key that an added suite has too can be reset, and is followed`(_ suite: String) throws {
            try directory.write(["size": 1], to: "added.plist")
            let helper = try Helper(directory)
            if !suite.isEmpty { try helper("suite \(suite)") }
            try helper("set size 1")
            try helper("flush")
            try helper("add-suite added")
            try helper("reset size")
            #expect(try helper("flush") == "flushed")
            let name = (suite.isEmpty ? "saving-helper" : suite) + ".plist"
            #expect(try directory.settings(in: name).isEmpty)
            let other = try Helper(directory)
            if !suite.isEmpty { try other("suite \(suite)") }
            try other("set size 7")
            try other("flush")
            try helper("flush")
            #expect(try helper("get size") == "7")
        }
    }
}
#endif
