#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

extension Linux {
    /// An older state never comes back.
    @Suite struct LaterWriteTests {
        private let directory = TemporaryDirectory.new()

        /// Direct calls that are synchronized at the very moment of a save may be lost.
        @Test func `Another thread's synchronize() after each direct write loses no write of keys`() throws {
            let helper = try Helper(directory, "get size → none")
            let answer = try helper("synchronize-each \(isFull ? 8_000 : 300)")
            #expect(answer.hasPrefix("lost 0 by a key"))
            helper.end()
            // TSUD moves aside a file that synchronize() has truncated if the disk is too busy to write it within 0.2 s.
            #expect(directory.names.filter { !$0.hasPrefix(file + ".damaged-") } == [file])
        }

        // MARK: Short-lived programs

        @Test func `Changes of short programs during other saves are neither lost nor reverted`() throws {
            let count = isFull ? 500 : 24
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

        @Test func `Programs that only read don't restore keys that others remove`() throws {
            let count = isFull ? 150 : 12
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

#endif
