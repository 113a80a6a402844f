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
        let wrong = objects.filter { key, object in !same(object, suite.object(forKey: key)) }
        return wrong.isEmpty ? "none" : wrong.keys.sorted().joined(separator: ", ")
    }

    private static func same(_ one: Any, _ other: Any?) -> Bool {
        guard let other else { return false }
        switch (one, other) {
        case (let one as Date, let other as Date):
            return same(one.timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
        case (let one as Double, let other as Double):
            return type(of: one) == type(of: other) && (one.bitPattern == other.bitPattern || one.isNaN && other.isNaN)
        case (let one as String, let other as String):
            return one.utf8.elementsEqual(other.utf8)
        case (let one as Data, let other as Data):
            return one == other
        default:
            // The description distinguishes 1 from `true`.
            return type(of: one) == type(of: other) && "\(one)" == "\(other)" || written(one) == written(other)
        }
    }

    /// The description of a container, without the optionals that Foundation wraps its elements in.
    private static func written(_ object: Any) -> String {
        "\(object)".replacingOccurrences(of: "Optional(", with: "").replacingOccurrences(of: ")", with: "")
            .replacingOccurrences(of: "AnyHashable(", with: "")
    }
}
