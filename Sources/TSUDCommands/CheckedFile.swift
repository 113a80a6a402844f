import Foundation
import TSUD

/// A file that `doctor` checks.
struct CheckedFile {
    enum Owner { case user, system, given }

    let path: String
    let owner: Owner
    let contents: Result<Data, Problem>

    var isGiven: Bool { owner == .given }

    /// The reason why the file can't be read.
    var failure: Problem? { if case .failure(let problem) = contents { problem } else { nil } }

    /// A value under a name; a value in JSON is not decoded yet.
    enum Value {
        case json(JSON)
        case object(Any)
    }

    /// The values by name, and the lines of the names.
    ///
    /// - Throws: The damage.
    func values() throws(Problem) -> (values: [String: Value], lines: [String: Int]) {
        let data = try contents.get()
        let isJSON = path.hasSuffix(".json") || !path.hasSuffix(".plist") && data.firstVisibleByte == UInt8(ascii: "{")
        guard isJSON else { return try propertyList(data) }
        do throws(JSONError) {
            return (try JSON.members(of: data).mapValues { .json($0) }, JSON.lines(ofNamesIn: data))
        } catch {
            if data.isEmpty { throw Problem(file: path, message: "it is empty.") }
            throw Problem(file: path, line: error.line, column: error.column, message: "\(error.reason).")
        }
    }

    private func propertyList(_ data: Data) throws(Problem) -> (values: [String: Value], lines: [String: Int]) {
        let names = XMLNames(data)
        if let (name, line) = names.repeated {
            throw Problem(file: path, name: name, line: line, message: "the name \(name.quoted) is repeated.")
        }
        do throws(Damage) {
            let values = try PropertyListData.settings(in: data)
            return (values.mapValues { Value.object($0.foundationObject) }, names.lines)
        } catch {
            throw Problem(file: path, message: "\(error.reason).")
        }
    }
}

extension Data {
    /// The first byte that isn't a space.
    var firstVisibleByte: UInt8? { first { !" \t\r\n".utf8.contains($0) } }
}

/// The names in the outermost dictionary of a property list in XML, which Foundation reads without their lines.
private struct XMLNames {
    private(set) var lines: [String: Int] = [:]
    /// The first name that the dictionary has twice.
    private(set) var repeated: (name: String, line: Int)?

    init(_ data: Data) {
        guard data.firstVisibleByte == UInt8(ascii: "<"), let text = String(data: data, encoding: .utf8) else { return }
        let tag = /<!--.*?-->|<(dict|array)>|<\/(dict|array)>|<key>(.*?)<\/key>/.dotMatchesNewlines()
        var (depth, line, last) = (0, 1, text.startIndex)
        for match in text.matches(of: tag) {
            if match.1 != nil { depth += 1 }
            if match.2 != nil { depth -= 1 }
            guard let key = match.3, depth == 1 else { continue }
            line += text[last..<match.range.lowerBound].unicodeScalars.count { $0 == "\n" }
            last = match.range.lowerBound
            add(Self.text(of: key), line)
        }
    }

    private mutating func add(_ name: String, _ line: Int) {
        if lines.updateValue(line, forKey: name) != nil, repeated == nil { repeated = (name, line) }
    }

    private static func text(of key: Substring) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        return entities.reduce(String(key)) { $0.replacing($1.0, with: $1.1) }
    }
}
