import Foundation
import Observation
import TSUD

/// The observers of each key of the model trial: a sequence of its values, and a loop of tracked reads.
final class TrialReaders: @unchecked Sendable {
    static let shared = TrialReaders()

    private let condition = NSCondition()
    private var seen: [String: Int?] = [:]

    /// Returns once the suite is in use: a plain change during its first use may lose against a newer file.
    func start() {
        for key in TrialKeys.all { _ = key.value }
        for key in TrialKeys.all { follow(key) }
    }

    private func follow<Key: TrialKeys.Key>(_ key: Key.Type) {
        Task { for await value in Key.values() { note(value, "\(Key.stringKey) awaited") } }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        Task {
            for await _ in changes {
                // Observation misses a change during the tracked read, so the value is read once more.
                var value: Int?
                repeat {
                    value = withObservationTracking {
                        Key.value
                    } onChange: {
                        continuation.yield()
                    }
                } while value != Key.value
                note(value, "\(Key.stringKey) tracked")
            }
        }
    }

    private func note(_ value: Int?, _ reader: String) {
        condition.withLock {
            seen[reader] = .some(value)
            condition.broadcast()
        }
    }

    /// Returns "settled" once the last value seen by all readers of some keys is the stored one; otherwise, after 20
    /// seconds, the readers that are behind.
    func settled(_ names: [String]) -> String {
        let keys = names.map(TrialKeys.named)
        let deadline = Date() + 20
        return condition.withLock {
            while !behind(keys).isEmpty, condition.wait(until: deadline) {}
            return behind(keys).isEmpty ? "settled" : behind(keys).joined(separator: ", ")
        }
    }

    private func behind(_ keys: [any TrialKeys.Key.Type]) -> [String] {
        keys.flatMap { key in
            ["awaited", "tracked"].compactMap { kind in
                let name = "\(key.stringKey) \(kind)"
                guard let last = seen[name] else { return "\(name) nothing" }
                return last == key.value ? nil : "\(name) \(printed(last)), stored is \(printed(key.value))"
            }
        }
    }
}
