#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

extension Linux {
    /// A save contains all writes, and nothing else.
    @Suite struct SavingTests {
        private let directory = TemporaryDirectory.new()

        @Test func `A write is saved when main returns`() throws {
            try directory.run("set size 14")
            #expect(try directory.numbers() == ["size": 14])
            #expect(directory.names == [file])
        }

        @Test func `A write is saved if an observer calls exit(0)`() throws {
            let listener = try Helper(directory, "set other 1", "exit-when-observed")
            _ = try Helper(directory, "set observed 5", "flush")
            #expect(listener.nextLine() == "exiting")
            listener.end()
            #expect(try directory.numbers() == ["other": 1, "observed": 5])
        }

        @Test func `A write is saved soon in the background, also after a flush`() throws {
            let listener = try Helper(directory, "observe → observed 0")
            let writer = try Helper(directory, "set observed 10")
            // The listener can see the change only in the file.
            #expect(listener.nextLine() == "observed 10")
            for value in 1...5 {
                try writer.run("set other \(value)", "flush", "set observed \(value)")
                #expect(listener.nextLine() == "observed \(value)")
            }
            writer.kill()
            #expect(try directory.numbers() == ["observed": 5, "other": 5])
        }

        @Test func `A removed key is gone from the file when flush returns`() throws {
            let helper = try Helper(directory, "set size 14", "set other 1", "flush")
            #expect(try directory.numbers() == ["size": 14, "other": 1])
            try helper.run("reset size", "flush")
            #expect(try directory.numbers() == ["other": 1])
            try helper.run("reset other", "flush")
            #expect(try directory.numbers().isEmpty)
        }

        @Test func `A suite that is only read neither creates nor changes its file`() throws {
            try directory.run("get size → none", "flush")
            #expect(directory.names.isEmpty)
            try directory.write(["size": 3], to: file)
            let before = try #require(directory.status(of: file))
            try directory.run("get size → 3", "flush")
            let after = try #require(directory.status(of: file))
            #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
            #expect(directory.names == [file])
        }

        @Test func `A file is not written if nothing changed`() throws {
            let helper = try Helper(directory, "set size 14", "flush")
            let before = try #require(directory.status(of: file))
            // Not another value in between, because that would be saved at once.
            try helper.run("set size 14", "set size 14", "flush")
            helper.end()
            #expect(directory.status(of: file)?.st_ino == before.st_ino)
        }

        @Test func `No write is lost during a save`() throws {
            let count = isFull ? 20_000 : 5_000
            try directory.run("overlap \(count) → lost 0 by a key, 0 plain")
            for index in 0..<3 { #expect(try directory.numbers(in: "overlap.\(index)") == ["k": count]) }
        }

        @Test func `A synchronize() of an ephemeral suite does not save the real ones`() throws {
            let helper = try Helper(directory, "direct-set size 14", "synchronize-ephemeral → true")
            #expect(directory.names.isEmpty)
            try helper.run("synchronize → true")
            #expect(directory.names == [file])
        }

        @Test func `A subclass of UserDefaults has values and observers, and flush() synchronizes it`() async throws {
            let suite = try #require(SynchronizedDefaults(suiteName: TestStore().name))
            subclassed[suite] = 1
            #expect(subclassed[suite] == 1 && suite.integer(forKey: "subclassed") == 1)
            let values = subclassed.in(suite).values()
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next() == 1)
            subclassed[suite] = 2
            #expect(await iterator.next() == 2)
            #expect(suite.synchronizations.total == 0)
            try suite.flush()
            #expect(suite.synchronizations.total == 1)
        }

        @Test func `A subclass of UserDefaults is synchronized at exit`() throws {
            let helper = try Helper(directory, "use-subclass", "set size 14", "get size → 14")
            #expect(directory.names.isEmpty)
            helper.closeInput()
            #expect(helper.nextLine() == "synchronized")
            helper.end()
            #expect(try directory.numbers(in: "subclass") == ["size": 14])
        }

        @Test func `Foundation in another process reads back exactly what was saved`() throws {
            let helper = try Helper(directory, "set-edge-cases", "flush", "direct-get-edge-cases → none")
            let reader = try Helper(directory, "direct-get-edge-cases → none")
            // Following another change does not change them either.
            try helper.run("set one 1", "flush")
            try reader.run("get other → none", "direct-get-edge-cases → none")
        }
    }
}

private enum subclassed: TSUD { static let defaultValue = 0 }

private final class SynchronizedDefaults: UserDefaults {
    let synchronizations = Counter()

    override func synchronize() -> Bool {
        synchronizations.increment()
        return true
    }
}
#endif
