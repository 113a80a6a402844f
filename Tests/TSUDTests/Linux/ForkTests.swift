#if os(Linux)
import TestSupport
import Testing

extension Linux {
    /// A forked child that goes on while its parent does too.
    @Suite struct ForkTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("a child saves in the background")
        func background() throws {
            let listener = try Helper(directory)
            #expect(try listener("observe") == "observed 0")
            let parent = try Helper(directory)
            // The parent's background thread is running, and will save the second write a tenth of a second later.
            try parent("set other 1")
            try parent("set other 2")
            try parent("begin-child observed 5")
            // Neither `flush` nor the exit of the child has saved it.
            #expect(listener.nextLine() == "observed 5")
            #expect(try parent("end-child") == "child 0")
        }

        @Test("the library's own locks are free in a child, while other threads of the parent read keys")
        func reading() throws {
            let parent = try Helper(directory)
            #expect(try parent("fork-while-reading 60") == "failed 0")
        }

        /// What the parent does before the fork and after it.
        static let changes = [
            ("plain-set size 1", "set size 2"),
            ("set size 1", "set size 2"),
        ]

        @Test("a child does not save an older state of its parent", arguments: changes)
        func olderState(_ before: String, _ after: String) throws {
            let parent = try Helper(directory)
            try parent("get size")
            try parent(before)
            try parent("begin-child")
            try parent(after)
            #expect(try parent("flush") == "flushed")
            #expect(try parent("end-child") == "child 0")
            #expect(try directory.settings(in: file)["size"] as? Int == 2)
            #expect(parent.finish() == .exited(0))
            #expect(try directory.settings(in: file)["size"] as? Int == 2)
        }
    }
}
#endif
