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

    /// A string is a path, as for `url(forKey:)`, unless it begins with a scheme, as a launch argument may.
    private func url(from string: String) throws(CodingFailure) -> URL {
        // Other libraries store URLs as JSON, in quotation marks. As a path it would be meaningless.
        if string.hasPrefix("\"") { throw CodingFailure(detail: "the string is neither a path nor an address") }
        if beginsWithScheme(string), let url = URL(string: string) { return url }
        return URL(fileURLWithPath: path(expandingTildeIn: string))
    }

    /// Foundation would take the home directory of the user database, even if `HOME` is another one.
    private func path(expandingTildeIn string: String) -> String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        guard home.hasPrefix("/"), string == "~" || string.hasPrefix("~/") else {
            return NSString(string: string).expandingTildeInPath
        }
        return home + string.dropFirst()
    }
}

/// Whether a string begins with a scheme of at least two characters, so that it is an address.
package func beginsWithScheme(_ text: String) -> Bool {
    let scheme = text.unicodeScalars.prefix { $0 != ":" }
    return scheme.count > 1 && scheme.endIndex < text.endIndex && scheme.first?.properties.isAlphabetic == true
        && scheme.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789+.-".unicodeScalars.contains($0))
        }
        && text.unicodeScalars.allSatisfy { !CharacterSet.newlines.contains($0) }
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
