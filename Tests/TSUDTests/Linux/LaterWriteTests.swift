#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

extension Linux {
    /// An older state never comes back.
    @Suite struct LaterWriteTests {
        private let directory = TemporaryDirectory.new()

        /// While all tests run, the background thread may need more than five milliseconds to read the file.
        static let distances = isFull ? [5, 20, 50, 90] : [20, 50, 90]

        @Test(arguments: distances)
        func `A write after the process's own synchronize() wins`(_ milliseconds: Int) throws {
            let helper = try Helper(directory)
            // The file is watched from a tenth of a second after the first use.
            try helper.run("set size 1", "flush", "pause 150", "plain-set size 2", "synchronize → true")
            try helper.run("pause \(milliseconds)", "plain-set size 1", "pause 150", "get size → 1")
            try helper.run("flush", "get size → 1")
            #expect(try directory.numbers() == ["size": 2])
            try helper.run("synchronize → true")
            #expect(try directory.numbers() == ["size": 1])
        }

        @Test func `A program that calls synchronize() after each write loses nothing while keys are saved`() throws {
            let count = isFull ? 8_000 : 1_000
            try directory.run("get size → none", "synchronize-each \(count) → lost 0 by a key, 0 plain")
            #expect(directory.names == [file])
        }

        @Test(arguments: [true, false])
        func `The last writer wins, not the last to save, and other keys stay`(_ isFirst: Bool) throws {
            try directory.write(["size": 0, "untouched": 7], to: file)
            let one = try Helper(directory)
            let other = try Helper(directory, "get size → 0")
            // The next background save is a tenth of a second later.
            try one.run("set other 1", "flush", "set size 1")
            try other.run("set size 2")
            for helper in isFirst ? [one, other, one] : [other, one] { try helper.run("flush") }
            #expect(try directory.numbers() == ["size": 2, "other": 1, "untouched": 7])
            for helper in [one, other] { try helper.run("get size → 2") }
            try one.run("set size 3", "flush")
            #expect(try directory.numbers() == ["size": 3, "other": 1, "untouched": 7])
        }

        @Test func `Another form of accented text, and a date with other last bits, are followed exactly`() throws {
            let one = try Helper(directory)
            let other = try Helper(directory)
            try one.run("set-text name \u{e9}", "set-moment when 700000000.123", "flush")
            try other.run("get-text name → \u{e9}")
            try other.run("set-text name e\u{301}", "set-moment when 700000000.1230001", "flush")
            try one.run("set third 3", "flush", "get-moment when → 700000000.1230001")
            #expect(Array(try one("get-text name").utf8) == Array("e\u{301}".utf8))
            let settings = try directory.settings(in: file)
            #expect((settings["name"] as? String).map { Array($0.utf8) } == Array("e\u{301}".utf8))
            #expect((settings["when"] as? Date)?.timeIntervalSinceReferenceDate == 700_000_000.1230001)
        }

        @Test(.timeLimit(.minutes(15)))
        func `A sequence ends on what is stored if a plain call removes a key before it is saved`() async throws {
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

        @Test func `Of what short programs remove and set while others save, none is lost or restored`() throws {
            let count = isFull ? 500 : 60
            try directory.write(numbered("old", count), to: file)
            let busy = try Helper(directory)
            busy.tell("contend keys busy \(count)")
            for start in stride(from: 0, to: count, by: 8) {
                let programs = try (start..<min(start + 8, count)).map { index in
                    let program = try Helper(directory)
                    program.tell("reset old\(index)")
                    program.tell("set new\(index) \(index)")
                    return program
                }
                for program in programs { program.end() }
            }
            #expect(busy.nextLine(within: 300) == "done")
            busy.end()
            #expect(try directory.numbers() == numbered("new", count).merging(numbered("busy", count)) { $1 })
        }

        @Test func `Programs that only read don't restore keys that are removed meanwhile`() throws {
            let count = isFull ? 150 : 40
            try directory.write(numbered("old", count).merging(["stays": 1]) { $1 }, to: file)
            let remover = try Helper(directory)
            for index in 0..<count {
                let readers = try (0..<4).map { _ in try Helper(directory) }
                for reader in readers { reader.tell("get old\(count - 1)") }
                remover.tell("reset old\(index)")
                if index.isMultiple(of: 3) { remover.tell("flush") }
                for reader in readers { reader.end() }
            }
            remover.end()
            #expect(try directory.numbers() == ["stays": 1])
        }

        /// Keys with a prefix and a number, which is also their value.
        private func numbered(_ prefix: String, _ count: Int) -> [String: Int] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(prefix)\($0)", $0) })
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
