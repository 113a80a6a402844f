import Foundation
import TSUD
import TestSupport

// The upgrades and stored forms of the article "Migrating from other libraries".

protocol StillJSONData: FormerlyJSON {}
protocol StillJSONString: FormerlyJSON {}
protocol StillJSONStrings: FormerlyJSON where ValueType: Sequence, ValueType.Element: Encodable {}

extension StillJSONData {
    static func storedForm(of value: ValueType) throws -> Any? { try JSONEncoder().encode(value) }
}

extension StillJSONString { static func storedForm(of value: ValueType) throws -> Any? { try json(value) } }

extension StillJSONStrings {
    static func storedForm(of value: ValueType) throws -> Any? { try value.map(json) }
}

func json(_ value: some Encodable) throws -> String {
    String(data: try JSONEncoder().encode(value), encoding: .utf8) ?? ""
}

struct JSONString<Content: Codable>: Codable {
    var content: Content

    init(_ content: Content) { self.content = content }

    init(from decoder: any Decoder) throws {
        let json = try decoder.singleValueContainer().decode(String.self)
        content = try JSONDecoder().decode(Content.self, from: Data(json.utf8))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(data: try JSONEncoder().encode(content), encoding: .utf8))
    }
}

enum stringsByName: FormerlyJSON {
    static let defaultValue: [String: Contact] = [:]

    static func storedForm(of value: [String: Contact]) throws -> Any? { try value.mapValues(json) }
}

enum labels: TSUD {
    static let defaultValue: [Double: String] = [:]

    static func upgrade(_ stored: Any) -> [Double: String]? {
        guard let stored = stored as? [String: String] else { return nil }
        var byNumber: [Double: String] = [:]
        for (name, label) in stored {
            guard let number = Double(name) else { return nil }
            byNumber[number] = label
        }
        return byNumber
    }

    static func storedForm(of value: [Double: String]) -> Any? {
        Dictionary(value.map { (String($0), $1) }) { first, _ in first }
    }
}

enum bookmarks: TSUD {
    static let defaultValue: [URL] = []

    static func upgrade(_ stored: Any) -> [URL]? {
        guard let archive = stored as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSURL.self], from: archive) as? [URL]
    }

    static func storedForm(of value: [URL]) throws -> Any? { try archive(of: value, isSecure: true) }

    static func archive(of value: [URL], isSecure: Bool) throws -> Data {
        let array = NSArray(array: value.map { $0 as NSURL })
        return try NSKeyedArchiver.archivedData(withRootObject: array, requiringSecureCoding: isSecure)
    }
}

enum inDictionary: TSUD {
    static let defaultValue = URL.standIn
    static func storedForm(of value: URL) -> Any? { ["relative": value.absoluteString] }
}
