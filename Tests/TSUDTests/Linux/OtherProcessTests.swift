#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Two processes that share a file.
    @Suite struct OtherProcessTests {
        private let directory = TemporaryDirectory.new()

        @Test func `Each process observes the other's change without writing or restarting`() throws {
            let one = try Helper(directory)
            let other = try Helper(directory)
            for helper in [one, other] { try helper.run("observe → observed 0") }
            other.tell("set observed 1")
            #expect(one.nextLine() == "observed 1")
            one.tell("set observed 2")
            // A process observes its own change too, before or after the output of the command.
            var lines: [String] = []
            while lines.last != "observed 2", let line = other.nextLine() { lines.append(line) }
            #expect(lines.last == "observed 2")
        }

        @Test func `An observer that doesn't return delays no save`() throws {
            let stuck = try Helper(directory, "observe-for-ever")
            try directory.run("set observed 1")
            #expect(stuck.nextLine() == "stuck")
            try stuck.run("set size 14")
            stuck.end()
            #expect(stuck.log.isEmpty)
            #expect(try directory.numbers() == ["observed": 1, "size": 14])
        }

        @Test func `A change is observed even if the directory did not exist at first`() throws {
            let environment = ["XDG_CONFIG_HOME": directory.path("a/b/c")]
            let reader = try Helper(directory, "observe → observed 0", environment: environment)
            let writer = try Helper(directory, environment: environment)
            for value in 1...2 {
                try writer.run("set observed \(value)")
                #expect(reader.nextLine() == "observed \(value)")
            }
        }

        @Test(arguments: [(["set observed 1"], true), (["direct-set observed 1", "synchronize → true"], false)])
        func `A change is observed through a symbolic link, and one by synchronize()`(
            _ script: [String],
            _ isLinked: Bool
        ) throws {
            mkdir(directory.path("real"), 0o777)
            if isLinked { symlink("real/target.plist", directory.path(file)) }
            let reader = try Helper(directory, "observe → observed 0")
            let writer = try Helper(directory)
            for line in script { try writer.run(line) }
            #expect(reader.nextLine() == "observed 1")
        }

        @Test func `A direct write in the same process is observed when synchronize() has saved it`() throws {
            let helper = try Helper(directory, "observe → observed 0", "direct-set observed 1")
            helper.tell("synchronize")
            #expect(Set([helper.nextLine(), helper.nextLine()]) == ["true", "observed 1"])
        }

        /// The first reading is TSUD's, the second one Foundation's.
        @Test(arguments: [["a": 1, "b": 1], ["b": 1], ["a": 2, "b": 1], ["a": 1, "b": 1, "c": 3]], 1...2)
        func `A file that is replaced during its first reading is followed`(
            _ later: [String: Int],
            _ reading: Int32
        ) throws {
            try directory.write(["a": 1, "b": 1], to: file)
            try directory.write(later, to: file + ".other")
            let faults = try Faults(in: TemporaryDirectory(), "replaced", reading, "/" + file)
            let helper = try Helper(directory, environment: faults.environment)
            _ = try helper("get a")
            try helper.run("flush")
            for (name, call) in ["a", "b", "c"].flatMap({ name in ["get", "direct-get"].map { (name, $0) } }) {
                try helper.run("\(call) \(name) → \(later[name].map(String.init) ?? "none")")
            }
            faults.end()
            #expect(!directory.names.contains(file + ".other"))
        }

        @Test func `Setting a key to its old value after another process changed it is a change, and wins`() throws {
            try directory.write(["size": 1], to: file)
            let one = try Helper(directory, "get size → 1")
            // Saved by another process and not followed before the write.
            _ = try Helper(directory, "set size 2", "flush")
            try one.run("set size 1", "flush")
            #expect(try directory.numbers() == ["size": 1])
        }

        @Test func `An object that differs only in its type stays in the file`() throws {
            try directory.write(["size": 1], to: file)
            let one = try Helper(directory, "get size → 1")
            try directory.write(["size": 1.0], to: file)
            try one.run("flush", "get size → 1", "set other 1", "flush")
            let size = try #require(directory.settings(in: file)["size"] as? NSNumber)
            #expect(String(cString: size.objCType) == "d")
        }

        @Test func `Half of a surrogate pair of another program is U+FFFD, which the next save writes`() throws {
            try directory.write(BinaryFiles.unpairedSurrogate, to: file)
            try directory.run("set size 14", "flush", "increment size 1")
            let saved = try directory.settings(in: file)
            #expect(saved["a"] as? String == "a\u{FFFD}" && saved["size"] as? Int == 15)
        }

        @Test func `The same settings, saved by several processes, make the same file`() throws {
            var files: Set<[UInt8]> = []
            for _ in 0..<5 {
                let directory = try TemporaryDirectory()
                let names = (0..<20).map { "name\($0)" }
                try directory.write(["tree": Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })], to: file)
                let helper = try Helper(directory)
                for name in names { try helper.run("set \(name) 1") }
                helper.end()
                files.insert(try directory.bytes(of: file))
            }
            #expect(files.count == 1)
        }
    }
}
#endif
