import Foundation
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
