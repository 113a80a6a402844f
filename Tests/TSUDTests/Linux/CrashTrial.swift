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
        static let kills = isFull ? 1_000 : 20
        static let rounds = isFull ? 20 : 1
        static let keys = 200

        @Test func `A process killed at random while it saves leaves a complete file and loses no saved key`() throws {
            let damage = try kill(plainly: false)
            #expect(damage.isEmpty)
            guard isFull else { return }
            let plain = try kill(plainly: true)
            let kinds = ["files that did not parse", "keys missing that had been saved", "keys at an older value"]
            let rows = kinds.map { "| \($0) | \(damage[$0, default: 0]) | \(plain[$0, default: 0]) |" }
            printTable("\(Self.kills) kills over \(Self.keys) keys", rows)
        }

        @Test(arguments: [3, 8], [true, false])
        func `Processes that write at the same time and exit keep all keys`(_ count: Int, _ isNew: Bool) throws {
            let kept = try (0..<Self.rounds).map { _ in try contend(count, isNew, plainly: false) }
            #expect(kept.allSatisfy { $0 == count * 300 })
            guard isFull, isNew else { return }
            let plain = try (0..<5).map { _ in try contend(count, isNew, plainly: true) }
            let row = "| kept of \(count * 300) | \(kept) | \(plain) |"
            printTable("\(count) processes, 300 keys each", [row])
        }

        private func printTable(_ title: String, _ rows: [String]) {
            let head = ["| \(title) | TSUD | UserDefaults and synchronize() |", "|---|---|---|"]
            print("", (head + rows).joined(separator: "\n"), "", separator: "\n")
        }

        /// Returns how much damage there was of each kind.
        private func kill(plainly isPlain: Bool) throws -> [String: Int] {
            let directory = try TemporaryDirectory()
            var random = SeededGenerator(seed: Extent.seed)
            var damage: [String: Int] = [:]
            var saved: [String: Int] = [:]
            for _ in 0..<Self.kills {
                if saved.isEmpty {
                    try directory.run("fill \(Self.keys)")
                    saved = try directory.numbers()
                }
                let helper = try Helper(directory)
                helper.tell("hammer \(isPlain ? "plain" : "keys") \(Self.keys)")
                for _ in 1...Int.random(in: 1...8, using: &random) { note(helper.nextLine(), in: &saved) }
                // During one of the next saves.
                usleep(UInt32.random(in: 0..<8_000, using: &random))
                helper.kill()
                while let line = helper.nextLine() { note(line, in: &saved) }
                helper.finish()

                let found = try? directory.numbers()
                if found == nil {
                    damage["files that did not parse", default: 0] += 1
                    try? FileManager.default.removeItem(atPath: directory.path(file))
                }
                for (key, value) in saved {
                    guard let now = found?[key] else {
                        damage["keys missing that had been saved", default: 0] += 1
                        saved[key] = nil
                        continue
                    }
                    if now < value { damage["keys at an older value", default: 0] += 1 }
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

        /// Lets processes write, and exit as programs do; returns how many keys are in the file.
        private func contend(_ count: Int, _ isNew: Bool, plainly isPlain: Bool) throws -> Int {
            let directory = try TemporaryDirectory()
            if !isNew {
                mkdir(directory.path("config"), 0o777)
                try directory.write([:], to: "config/" + file)
            }
            let environment = ["XDG_CONFIG_HOME": directory.path("config")]
            let helpers = try (0..<count).map { _ in try Helper(directory, environment: environment) }
            for (index, helper) in helpers.enumerated() {
                helper.tell("contend \(isPlain ? "plain" : "keys") \("abcdefgh".dropFirst(index).prefix(1)) 300")
            }
            for helper in helpers { helper.closeInput() }
            for helper in helpers {
                if isPlain { helper.finish() } else { helper.end() }
                #expect(isPlain || helper.log.isEmpty, "\(helper.log)")
            }
            return (try? directory.settings(in: "config/" + file).count) ?? 0
        }
    }
}
#endif
