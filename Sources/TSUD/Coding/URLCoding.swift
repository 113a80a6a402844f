import Foundation

extension URL: WithOwnCoding {
    static var coding: any PropertyListCoding { URLCoding() }
}

/// The coding of URLs: the archived `NSURL` that `UserDefaults.url(forKey:)` reads on every platform.
final class URLCoding: PropertyListCoding {
    /// The coding of a URL as any other `Codable` value, which is read as well.
    private let codable: any PropertyListCoding<URL> = CodableCoding<URL>()

    func object(of value: URL) throws(CodingFailure) -> PropertyListObject {
        // On Linux bridging makes a relative URL absolute. Creating an `NSURL` keeps its base.
        let base = value.baseURL
        let archived = base.flatMap { NSURL(string: value.relativeString, relativeTo: $0) } ?? value as NSURL
        do {
            return .data(try NSKeyedArchiver.archivedData(withRootObject: archived, requiringSecureCoding: true))
        } catch {
            throw CodingFailure(detail: "it can't be archived", underlyingError: error)
        }
    }

    func value(from object: Any) throws(CodingFailure) -> URL {
        // As it can be registered.
        if let url = object as? URL { return url }
        if let data = object as? Data {
            guard let url = KeyedArchive(data)?.url else {
                throw CodingFailure(detail: "the data is not an archived URL")
            }
            return url
        }
        if let string = object as? String { return try url(from: string) }
        return try codable.value(from: object)
    }

    /// The address; JSON if the address would be read as another URL, as a relative one would.
    func text(of value: URL) throws(CodingFailure) -> String? {
        let text = value.relativeString
        if value.baseURL == nil, self.url(fromText: text) == value { return text }
        return try codable.structuredText(of: value, isPlain: false)
    }

    func value(ofText text: String) throws(CodingFailure) -> URL {
        if let url = url(fromText: text.trimmingCharacters(in: .whitespacesAndNewlines)) { return url }
        if let url = try? codable.structuredValue(ofText: text) { return url }
        throw CodingFailure()
    }

    /// Stricter than for a stored string: otherwise any mistyped text would be a relative path.
    private func url(fromText text: String) -> URL? {
        if text.hasPrefix("/") || text.hasPrefix("~") { return try? url(from: text) }
        return beginsWithScheme(text) ? URL(string: text) : nil
    }

    private func beginsWithScheme(_ text: String) -> Bool {
        text.range(of: #"\A[A-Za-z][A-Za-z0-9+.-]+:.*\z"#, options: .regularExpression) != nil
    }

    /// A string is a path, as for `url(forKey:)`, unless it begins with a scheme, as a launch argument may.
    private func url(from string: String) throws(CodingFailure) -> URL {
        // Other libraries store URLs as JSON, in quotation marks. As a path it would be meaningless.
        if string.hasPrefix("\"") { throw CodingFailure(detail: "the string is neither a path nor an address") }
        if beginsWithScheme(string), let url = URL(string: string) { return url }
        return URL(fileURLWithPath: NSString(string: string).expandingTildeInPath)
    }
}

extension KeyedArchive {
    /// The URL, if the root is an `NSURL`.
    fileprivate var url: URL? { root.flatMap { url(of: $0, bases: 1) } }

    /// The URL that an object is.
    ///
    /// A valid archive has at most one base. One with more may be circular.
    private func url(of object: PropertyListObject, bases: Int) -> URL? {
        guard case .string(let relative) = self.object("NS.relative", of: object) else { return nil }
        let base = bases > 0 ? self.object("NS.base", of: object).flatMap { url(of: $0, bases: bases - 1) } : nil
        return URL(string: relative, relativeTo: base)
    }
}
