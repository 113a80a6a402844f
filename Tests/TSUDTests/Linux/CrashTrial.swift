#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Kills processes while they save, and lets processes save concurrently.
    ///
    /// Plain `UserDefaults` serves as a comparison.
    ///
    /// `TSUD_TRIAL=full swift test --filter CrashTrial` runs it in full and prints a table.
    @Suite(.serialized) struct CrashTrial {
        static let kills = isFull ? 1_000 : 60
        static let rounds = isFull ? 5 : 1
        static let keys = 200

        struct Damage: Equatable {
            var damagedFiles = 0
            var lostKeys = 0
            var olderValues = 0
        }

        @Test func `A process killed at random while it saves leaves a complete file and loses no saved key`() throws {
            let damage = try kill(plainly: false)
            #expect(damage == Damage())
            guard isFull else { return }
            let plain = try kill(plainly: true)
            print(
                """

                | \(Self.kills) kills over \(Self.keys) keys | TSUD | UserDefaults and synchronize() |
                |---|---|---|
                | files that did not parse | \(damage.damagedFiles) | \(plain.damagedFiles) |
                | keys missing that had been saved | \(damage.lostKeys) | \(plain.lostKeys) |
                | keys at an older value than the saved one | \(damage.olderValues) | \(plain.olderValues) |

                """
            )
        }

        @Test func `Three concurrent processes with 300 keys each save 900 of 900`() throws {
            let kept = try (0..<Self.rounds).map { _ in try contend(plainly: false) }
            #expect(kept.allSatisfy { $0 == 900 })
            guard isFull else { return }
            let plain = try (0..<Self.rounds).map { _ in try contend(plainly: true) }
            print(
                """

                | three processes, 300 keys each | TSUD | UserDefaults and synchronize() |
                |---|---|---|
                | kept of 900, in \(Self.rounds) rounds | \(list(kept)) | \(list(plain)) |

                """
            )
        }

        private func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

        private func kill(plainly isPlain: Bool) throws -> Damage {
            let directory = try TemporaryDirectory()
            var damage = Damage()
            var saved: [String: Int] = [:]
            for _ in 0..<Self.kills {
                if saved.isEmpty {
                    try directory.run("fill \(Self.keys)")
                    saved = try directory.numbers()
                }
                let helper = try Helper(directory)
                helper.tell("hammer \(isPlain ? "plain" : "keys") \(Self.keys)")
                let lines = Int.random(in: 1...8)
                for _ in 0..<lines { note(helper.nextLine(), in: &saved) }
                // During one of the next saves.
                usleep(UInt32.random(in: 0..<8_000))
                helper.kill()
                while let line = helper.nextLine() { note(line, in: &saved) }
                helper.finish()

                guard let settings = try? directory.settings(in: file) else {
                    damage.damagedFiles += 1
                    damage.lostKeys += saved.count
                    try? FileManager.default.removeItem(atPath: directory.path(file))
                    saved = [:]
                    continue
                }
                for (key, value) in saved {
                    guard let now = settings[key] as? Int else {
                        damage.lostKeys += 1
                        saved[key] = nil
                        continue
                    }
                    if now < value { damage.olderValues += 1 }
                }
            }
            let leftovers = directory.names.filter { $0.contains(".tsud-") }
            #expect(leftovers.count <= 1, "each process removes the temporary files of the one before")
            return damage
        }

        private func note(_ line: String?, in saved: inout [String: Int]) {
            guard let words = line?.split(separator: " "), words.count == 3, let value = Int(words[2]) else { return }
            saved[String(words[1])] = value
        }

        private func contend(plainly isPlain: Bool) throws -> Int {
            let directory = try TemporaryDirectory()
            let helpers = try (0..<3).map { _ in try Helper(directory) }
            // All processes load the file before one of them begins.
            for helper in helpers { try helper(isPlain ? "plain-get x" : "get x") }
            for (index, helper) in helpers.enumerated() {
                helper.tell("contend \(isPlain ? "plain" : "keys") \("abc".dropFirst(index).prefix(1)) 300")
            }
            for helper in helpers { #expect(helper.nextLine(within: 300) == "done") }
            for helper in helpers { helper.finish() }
            return (try? directory.settings(in: file).count) ?? 0
        }
    }
}
#endif
