import Foundation

/// Objects that a file might not preserve.
enum EdgeCaseObjects {
    static var objects: [String: Any] {
        [
            "": "",
            "key\0with a zero": "text\0with a zero",
            "true": true,
            "one": 1,
            "one, real": 1.0,
            "zero": -0.0,
            "nan": Double.nan,
            "infinity": -Double.infinity,
            "tiny": Double.leastNonzeroMagnitude,
            "single": Float(0.1),
            "largest": UInt64.max,
            "smallest": Int64.min,
            "moment": Date(timeIntervalSinceReferenceDate: 0.123456789),
            "no moment": Date(timeIntervalSinceReferenceDate: .nan),
            "data": Data([0, 255]),
            "emoji": "\u{1F468}\u{200D}\u{1F469}",
            "not in pairs": String(decoding: [0x61, 0xD800, 0x62] as [UInt16], as: UTF16.self),
            "apart": "e\u{301}",
            "list": [1, true, 1.0, [Any](), [String: Any](), ["": UInt64.max]] as [Any],
        ]
    }

    /// The keys whose objects have changed, as plain `UserDefaults` reads them.
    static func differences(in suite: UserDefaults) -> String {
        let wrong = objects.filter { key, object in
            form(object) == nil || form(object) != form(suite.object(forKey: key))
        }
        return wrong.isEmpty ? "none" : wrong.keys.sorted().joined(separator: ", ")
    }

    /// An object's property list, which is the same only for the same bits and types.
    private static func form(_ object: Any?) -> Data? {
        guard let object else { return nil }
        return try? PropertyListSerialization.data(fromPropertyList: ["": object], format: .binary, options: 0)
    }
}
