#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Two processes that share a file.
    @Suite struct OtherProcessTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("each process observes the other's change without writing or restarting")
        func observing() throws {
            let one = try Helper(directory)
            let other = try Helper(directory)
            #expect(try one("observe") == "observed 0")
            #expect(try other("observe") == "observed 0")
            other.tell("set observed 1")
            #expect(one.nextLine() == "observed 1")
            one.tell("set observed 2")
            // A process observes its own change too, before or after the answer to the command.
            var lines: [String] = []
            while lines.last != "observed 2", let line = other.nextLine() { lines.append(line) }
            #expect(lines.last == "observed 2")
        }

        @Test("a change is observed even if the directory did not exist at first")
        func missingDirectory() throws {
            let environment = ["XDG_CONFIG_HOME": directory.path("a/b/c")]
            let reader = try Helper(directory, environment: environment)
            #expect(try reader("observe") == "observed 0")
            let writer = try Helper(directory, environment: environment)
            try writer("set observed 1")
            #expect(reader.nextLine() == "observed 1")
            try writer("set observed 2")
            #expect(reader.nextLine() == "observed 2")
        }

        @Test("a change is observed through a symbolic link")
        func link() throws {
            mkdir(directory.path("real"), 0o777)
            symlink("real/target.plist", directory.path(file))
            let reader = try Helper(directory)
            #expect(try reader("observe") == "observed 0")
            let writer = try Helper(directory)
            try writer("set observed 1")
            #expect(reader.nextLine() == "observed 1")
        }

        @Test("a change by plain synchronize() is observed")
        func plainWriter() throws {
            let reader = try Helper(directory)
            #expect(try reader("observe") == "observed 0")
            let writer = try Helper(directory)
            try writer("plain-set observed 1")
            #expect(try writer("synchronize") == "true")
            #expect(reader.nextLine() == "observed 1")
        }

        @Test("a plain write in the same process is observed at the next save")
        func plainWriteInside() throws {
            let helper = try Helper(directory)
            #expect(try helper("observe") == "observed 0")
            try helper("plain-set observed 1")
            helper.tell("flush")
            let lines = [helper.nextLine(), helper.nextLine()]
            #expect(Set(lines) == ["flushed", "observed 1"])
        }

        @Test("different keys: each process keeps its own and gets the other's")
        func differentKeys() throws {
            let one = try Helper(directory)
            let other = try Helper(directory)
            try one("set first 1")
            try other("set second 2")
            try one("flush")
            try other("flush")
            #expect(try other("get first") == "1")
            try one("flush")
            #expect(try one("get second") == "2")
            #expect(try directory.settings(in: file).keys.sorted() == ["first", "second"])
        }

        @Test("the same key: the last writer wins, and other keys are unchanged")
        func sameKey() throws {
            try directory.write(["untouched": 7], to: file)
            let one = try Helper(directory)
            let other = try Helper(directory)
            try one("get size")
            try other("get size")
            try one("set size 1")
            try other("set size 2")
            try one("flush")
            try other("flush")
            #expect(try directory.settings(in: file)["size"] as? Int == 2)
            try one("flush")
            #expect(try one("get size") == "2")
            try one("set size 3")
            try one("flush")
            #expect(try directory.settings(in: file)["size"] as? Int == 3)
            #expect(try directory.settings(in: file)["untouched"] as? Int == 7)
        }

        @Test("setting a key to its old value after another process changed it is a change, and wins")
        func setBack() throws {
            try directory.write(["size": 1], to: file)
            let one = try Helper(directory)
            #expect(try one("get size") == "1")
            // Saved by another process and not followed before the write.
            let other = try Helper(directory)
            try other("set size 2")
            try other("flush")
            try one("set size 1")
            try one("flush")
            #expect(try directory.settings(in: file)["size"] as? Int == 1)
        }

        @Test("a removal by one process is followed by the other")
        func removal() throws {
            try directory.write(["size": 1, "other": 2], to: file)
            let one = try Helper(directory)
            let other = try Helper(directory)
            #expect(try one("get size") == "1")
            try other("reset size")
            try other("flush")
            try one("flush")
            #expect(try one("get size") == "none")
            #expect(try one("get other") == "2")
        }

        @Test("an object that differs only in its type is followed and stays")
        func kinds() throws {
            try directory.write(["size": 1, "list": [1]], to: file)
            let one = try Helper(directory)
            #expect(try one("get size") == "1")
            try directory.write(["size": 1.0, "list": [1.0]], to: file)
            try one("flush")
            #expect(try one("plain-get size") == "1.0")
            #expect(try one("plain-get list").contains("1.0"))
            try one("set other 1")
            try one("flush")
            let size = try #require(directory.settings(in: file)["size"] as? NSNumber)
            #expect(String(cString: size.objCType) == "d")
        }

        @Test("the standard suite and the suite named after the process share a file")
        func twoNames() throws {
            let helper = try Helper(directory)
            try helper("set standard 1")
            try helper("flush")
            try helper("suite saving-helper")
            #expect(try helper("get standard") == "1")
            try helper("set named 2")
            helper.finish()
            #expect(try directory.settings(in: file).keys.sorted() == ["named", "standard"])
        }
    }
}
#endif
