#if os(Linux)
import TestSupport
import Testing

extension Linux {
    /// A forked child that goes on while its parent does too.
    @Suite struct ForkTests {
        private let directory = TemporaryDirectory.new()

        @Test func `A child saves in the background`() throws {
            let listener = try Helper(directory, "observe → observed 0")
            let parent = try Helper(directory)
            // The parent's background thread is running, and will save the second write a tenth of a second later.
            try parent.run("set other 1", "set other 2", "begin-child observed 5")
            // Neither `flush` nor the exit of the child has saved it.
            #expect(listener.nextLine() == "observed 5")
            try parent.run("end-child → 0")
        }

        @Test func `What was written before a fork is saved, though the parent ends without exit handlers`() throws {
            let parent = try Helper(directory, "set size 1", "set size 2")
            parent.tell("leave-child")
            parent.end()
            #expect(try directory.numbers() == ["size": 2])
        }

        @Test func `Children that are forked during a save can save, and none hangs`() throws {
            // The first save of a process takes locks of the Swift runtime that no later one takes.
            for _ in 0..<10 {
                let directory = try TemporaryDirectory()
                let helper = try Helper(directory, "fork-during-saves 10 → failed 0")
                helper.end()
                #expect(helper.log.isEmpty)
                var expected = Dictionary(uniqueKeysWithValues: (0..<10).map { ("child\($0)", $0) })
                expected["parent"] = 9
                #expect(try directory.numbers() == expected)
            }
        }

        @Test func `The library's own locks are free in a child, while other threads of the parent read keys`() throws {
            _ = try Helper(directory, "fork-while-reading 60 → failed 0")
        }

        @Test(arguments: ["plain-set size 1", "set size 1"])
        func `A child does not save an older state of its parent`(_ change: String) throws {
            let parent = try Helper(directory)
            try parent.run("get size → none", change, "begin-child", "set size 2", "flush", "end-child → 0")
            #expect(try directory.numbers() == ["size": 2])
            parent.end()
            #expect(try directory.numbers() == ["size": 2])
        }
    }
}
#endif
