import Foundation
import TSUD

/// The text of URLs: addresses, and paths that begin with a slash or a tilde.
struct URLText: TextCoding {
    let coding = propertyListCoding(for: URL.self)

    /// The address; JSON if the address would be read as another URL, as a relative one would.
    func text(of value: URL) throws(CodingFailure) -> String? {
        let text = value.relativeString
        if value.baseURL == nil, url(fromText: text) == value { return text }
        return Self.json(of: value).text
    }

    func value(ofText text: String) throws(CodingFailure) -> URL {
        if let url = url(fromText: text.trimmingCharacters(in: .whitespacesAndNewlines)) { return url }
        switch try? JSON(text) {
        case .string(let relative):
            if let url = URL(string: relative) { return url }
        case .object(let members):
            if let url = try? coding.value(from: JSON.object(members).object.foundationObject) { return url }
        default: break
        }
        throw CodingFailure()
    }

    func value(ofJSON json: JSON) throws(CodingFailure) -> URL {
        switch json {
        case .string(let text): return try value(ofText: text)
        case .object: return try value(ofText: json.text)
        default: throw CodingFailure()
        }
    }

    /// Stricter than for a stored string: otherwise any mistyped text would be a relative path.
    private func url(fromText text: String) -> URL? {
        if text.hasPrefix("/") || text.hasPrefix("~") { return try? coding.value(from: text) }
        return beginsWithScheme(text) ? URL(string: text) : nil
    }

    /// The JSON of a URL with a base, as Foundation encodes it.
    private static func json(of url: URL) -> JSON {
        guard let base = url.baseURL else { return .string(url.relativeString) }
        return .object([
            "base": .object(["relative": .string(base.absoluteString)]), "relative": .string(url.relativeString),
        ])
    }
}
