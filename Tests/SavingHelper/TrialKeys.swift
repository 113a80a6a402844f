import Foundation
import Observation
import TSUD

/// The keys of the model trial, each a type of its own, because several threads use and observe them concurrently.
enum TrialKeys {
    protocol Key: TSUD, SendableMetatype where ValueType == Int? {}

    enum a: Key {}
    enum b: Key {}
    enum c: Key {}
    enum d: Key {}
    enum e: Key {}
    enum f: Key {}
    enum g: Key {}
    enum h: Key {}
    enum i: Key {}
    enum j: Key {}
    enum k: Key {}
    enum l: Key {}

    static let all: [any Key.Type] = [
        a.self, b.self, c.self, d.self, e.self, f.self, g.self, h.self, i.self, j.self, k.self, l.self,
    ]

    static func named(_ name: String) -> any Key.Type { all.first { $0.stringKey == name } ?? a.self }

    /// The values of all keys, by the key and by plain `UserDefaults`.
    static func dump() -> String {
        all.map { key in
            let plain = UserDefaults.standard.object(forKey: key.stringKey) as? Int
            return "\(key.stringKey) \(printed(key.value)) \(printed(plain))"
        }.joined(separator: ",")
    }
}

extension TrialKeys.Key {
    static var defaultValue: Int? { nil }
}

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
