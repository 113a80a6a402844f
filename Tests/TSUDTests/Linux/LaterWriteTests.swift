#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

extension Linux {
    /// An older state never comes back.
    @Suite struct LaterWriteTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        /// While all tests run, the background thread may need more than five milliseconds to read the file.
        static let distances = isFull ? [5, 20, 50, 90] : [20, 50, 90]

        @Test("a write after the process's own synchronize() wins", arguments: distances)
        func ownSynchronize(_ milliseconds: Int) throws {
            let helper = try Helper(directory)
            try helper("set size 1")
            try helper("flush")
            // The file is watched from a tenth of a second after the first use.
            try helper("pause 150")
            try helper("plain-set size 2")
            #expect(try helper("synchronize") == "true")
            try helper("pause \(milliseconds)")
            try helper("plain-set size 1")
            try helper("pause 150")
            #expect(try helper("get size") == "1")
            try helper("flush")
            #expect(try helper("get size") == "1")
            #expect(try directory.settings(in: file)["size"] as? Int == 2)
            #expect(try helper("synchronize") == "true")
            #expect(try directory.settings(in: file)["size"] as? Int == 1)
        }

        @Test("a program that calls synchronize() after each write loses nothing while keys are saved")
        func synchronizeEach() throws {
            let helper = try Helper(directory)
            try helper("get size")
            #expect(try helper("synchronize-each \(Self.isFull ? 8_000 : 1_000)") == "lost 0 by a key, 0 plain")
            helper.finish()
            #expect(directory.names == [file])
        }

        @Test("the last writer wins, not the last to save")
        func laterWrite() throws {
            try directory.write(["size": 0], to: file)
            let one = try Helper(directory)
            let other = try Helper(directory)
            try other("get size")
            // The next background save is a tenth of a second later.
            try one("set other 1")
            try one("flush")
            try one("set size 1")
            try other("set size 2")
            try other("flush")
            try one("flush")
            #expect(try directory.settings(in: file)["size"] as? Int == 2)
            #expect(try one("get size") == "2")
            #expect(try other("get size") == "2")
        }

        @Test("another form of accented text, and a date that differs in its last bits, are followed exactly")
        func equalToFoundation() throws {
            let one = try Helper(directory)
            let other = try Helper(directory)
            try one("set-text name \u{e9}")
            try one("set-moment when 700000000.123")
            try one("flush")
            #expect(try other("get-text name") == "\u{e9}")
            try other("set-text name e\u{301}")
            try other("set-moment when 700000000.1230001")
            try other("flush")
            try one("set third 3")
            try one("flush")
            #expect(Array(try one("get-text name").utf8) == Array("e\u{301}".utf8))
            #expect(try one("get-moment when") == "700000000.1230001")
            let settings = try directory.settings(in: file)
            #expect((settings["name"] as? String).map { Array($0.utf8) } == Array("e\u{301}".utf8))
            #expect((settings["when"] as? Date)?.timeIntervalSinceReferenceDate == 700_000_000.1230001)
        }

        @Test("a write after a flush is saved in the background")
        func afterFlush() throws {
            let listener = try Helper(directory)
            #expect(try listener("observe") == "observed 0")
            let writer = try Helper(directory)
            for value in 1...5 {
                try writer("set other \(value)")
                try writer("flush")
                try writer("set observed \(value)")
                #expect(listener.nextLine() == "observed \(value)")
            }
        }

        @Test(
            "a sequence of values ends on what is stored if a plain call removes a key before it is saved",
            .timeLimit(.minutes(5))
        )
        func removedBeforeSave() async throws {
            let store = TestStore()
            var values = awaited.values(in: store.suite).makeAsyncIterator()
            for number in 1...50 {
                awaited[store.suite] = number
                store.suite.removeObject(forKey: "awaited")
                try store.suite.flush()
                // While the removal is still being announced.
                awaited[store.suite] = 100 + number
                #expect(await values.isAwaited(100 + number))
                store.suite.removeObject(forKey: "awaited")
                try store.suite.flush()
                #expect(await values.isAwaited(0))
            }
        }

        // MARK: Short-lived programs

        static let isFull = ProcessInfo.processInfo.environment["TSUD_TRIAL"] == "full"

        @Test("many short programs that remove and set keys while others save: none lost, none restored")
        func shortPrograms() throws {
            let count = Self.isFull ? 500 : 60
            var settings: [String: Any] = [:]
            for index in 0..<count { settings["old\(index)"] = index }
            try directory.write(settings, to: file)
            let busy = try Helper(directory)
            busy.tell("contend keys busy \(count)")
            for start in stride(from: 0, to: count, by: 8) {
                let programs = try (start..<min(start + 8, count)).map { index in
                    let program = try Helper(directory)
                    program.tell("reset old\(index)")
                    program.tell("set new\(index) \(index)")
                    return program
                }
                for program in programs { #expect(program.finish() == .exited(0)) }
            }
            #expect(busy.nextLine(within: 300) == "done")
            busy.finish()
            let after = try directory.settings(in: file)
            #expect(!after.keys.contains { $0.hasPrefix("old") })
            for name in ["new", "busy"] {
                let lost = (0..<count).filter { after["\(name)\($0)"] as? Int != $0 }
                #expect(lost.isEmpty)
            }
        }

        @Test("programs that only read don't restore keys that are removed meanwhile")
        func readers() throws {
            let count = Self.isFull ? 150 : 40
            var settings: [String: Any] = ["stays": 1]
            for index in 0..<count { settings["old\(index)"] = index }
            try directory.write(settings, to: file)
            let remover = try Helper(directory)
            for index in 0..<count {
                let readers = try (0..<4).map { _ in try Helper(directory) }
                for reader in readers { reader.tell("get old\(count - 1)") }
                remover.tell("reset old\(index)")
                if index.isMultiple(of: 3) { remover.tell("flush") }
                for reader in readers { #expect(reader.finish() == .exited(0)) }
            }
            remover.finish()
            #expect(try directory.settings(in: file).keys.sorted() == ["stays"])
        }
    }
}

private enum awaited: TSUD { static let defaultValue = 0 }

extension TSUDValues<awaited>.Iterator {
    /// Awaits a value; `false` if the sequence ends before.
    fileprivate mutating func isAwaited(_ expected: Int) async -> Bool {
        while let value = await next() {
            if value == expected { return true }
        }
        return false
    }
}
#endif
