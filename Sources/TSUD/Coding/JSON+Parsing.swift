package import Foundation

/// The reason why data is not JSON, and its place.
package struct JSONError: Error, Equatable, Sendable {
    /// A clause such as "expected ',' or '}', found '"'".
    package let reason: String
    /// The line and the column, from 1.
    package let line: Int
    package let column: Int

    /// The place and the reason, as in "line 3, column 5: the name 'port' is repeated".
    package var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSON {
    /// Parses a document in UTF-8, or in UTF-16 with a byte order mark.
    ///
    /// Foundation accepts a repeated name and a comma before a brace, and its errors have no line.
    ///
    /// - Parameter data: The document.
    /// - Throws: The first error, which includes a name that an object has twice.
    package init(_ data: Data) throws(JSONError) {
        let isUTF16 = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
        guard let text = String(data: data, encoding: isUTF16 ? .utf16 : .utf8) else {
            throw JSONError(reason: "the data is not in UTF-8", line: 1, column: 1)
        }
        try self.init(text)
    }

    /// Parses a text.
    ///
    /// - Parameter text: The text.
    /// - Throws: The first error, which includes a name that an object has twice.
    package init(_ text: String) throws(JSONError) {
        var parser = Parser(text)
        self = try parser.document()
    }

    /// The values of a file that is an object of names and values.
    package static func settings(in data: Data) throws(Damage) -> [String: JSON] {
        do throws(JSONError) {
            return try members(of: data)
        } catch {
            throw Damage(reason: data.isEmpty ? "it is empty" : error.description)
        }
    }

    /// The values of a document that is an object, by name, without "$schema", with which editors find a schema.
    ///
    /// - Parameter data: The document.
    /// - Returns: The values.
    /// - Throws: The first error.
    package static func members(of data: Data) throws(JSONError) -> [String: JSON] {
        guard case .object(var members) = try JSON(data) else {
            throw JSONError(reason: "expected an object of names and values", line: 1, column: 1)
        }
        members["$schema"] = nil
        return members
    }

    /// Returns the lines, from 1, of the names of a document that is an object; none if it is not valid.
    package static func lines(ofNamesIn data: Data) -> [String: Int] {
        guard let text = String(data: data, encoding: .utf8) else { return [:] }
        var parser = Parser(text)
        guard (try? parser.document()) != nil else { return [:] }
        return parser.linesOfNames
    }
}

private struct Parser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0
    /// The places of the names of the outermost object, in order.
    private var names: [(name: String, index: Int)] = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { index = 1 }
    }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        skipSpace()
        if index < scalars.count { throw error("expected the end, found \(found)") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch next ?? "\0" {
        case "{": return .object(try nested { parser throws(JSONError) in try parser.members() })
        case "[": return .array(try nested { parser throws(JSONError) in try parser.elements() })
        case "\"": return .string(try string())
        case "-", "0"..."9": return try number()
        default:
            for (word, value) in [("null", JSON.null), ("true", .boolean(true)), ("false", .boolean(false))]
            where scalars[index...].starts(with: word.unicodeScalars) {
                index += word.unicodeScalars.count
                return value
            }
            throw error("expected a value, found \(found)")
        }
    }

    private mutating func nested<Contents>(
        _ parse: (inout Self) throws(JSONError) -> Contents
    ) throws(JSONError) -> Contents {
        if depth == PropertyListObject.depthLimit { throw error("it is nested deeper than \(depth) levels") }
        index += 1
        depth += 1
        defer { depth -= 1 }
        return try parse(&self)
    }

    private mutating func members() throws(JSONError) -> [String: JSON] {
        var members: [String: JSON] = [:]
        if skip("}") { return members }
        repeat {
            skipSpace()
            guard next == "\"" else { throw error("expected a name in quotation marks, found \(found)") }
            let start = index
            let name = try string()
            if members[name] != nil { throw error("the name \(quoted(name)) is repeated", at: start) }
            if depth == 1 { names.append((name, start)) }
            guard skip(":") else { throw error("expected ':', found \(found)") }
            members[name] = try value()
        } while skip(",")
        guard skip("}") else { throw error("expected ',' or '}', found \(found)") }
        return members
    }

    private mutating func elements() throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        if skip("]") { return elements }
        repeat { elements.append(try value()) } while skip(",")
        guard skip("]") else { throw error("expected ',' or ']', found \(found)") }
        return elements
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = index
        while let scalar = next, "+-.0123456789eE".unicodeScalars.contains(scalar) { index += 1 }
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: scalars[start..<index])
        let number = String(digits)
        guard number.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/) != nil else {
            throw error("a number is malformed", at: start)
        }
        return .number(number)
    }

    private mutating func string() throws(JSONError) -> String {
        let start = index
        index += 1
        var string = String.UnicodeScalarView()
        while let scalar = next, scalar != "\n", scalar != "\r" {
            index += 1
            switch scalar {
            case "\"": return String(string)
            case "\\": string.append(try escaped())
            case "\0"..<" ": throw error("a control character has to be escaped", at: index - 1)
            default: string.append(scalar)
            }
        }
        throw error("the string has no end", at: start)
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        let start = index - 1
        guard let scalar = next else { throw error("the string has no end", at: start) }
        index += 1
        switch scalar {
        case "\"", "\\", "/": return scalar
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            var units = [codeUnit()].compactMap { $0 }
            if let high = units.first, UTF16.isLeadSurrogate(high), scalars[index...].starts(with: ["\\", "u"]) {
                index += 2
                units += [codeUnit()].compactMap { $0 }
            }
            let decoded = String(decoding: units, as: UTF16.self).unicodeScalars
            // An unpaired surrogate becomes U+FFFD.
            if decoded.count == 1, let scalar = decoded.first, scalar != "\u{FFFD}" || units == [0xFFFD] {
                return scalar
            }
        default: break
        }
        throw error("invalid escape sequence", at: start)
    }

    private mutating func codeUnit() -> UInt16? {
        let digits = scalars[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        index += 4
        return UInt16(truncatingIfNeeded: strtol(digits.map(String.init).joined(), nil, 16))
    }

    // MARK: Scalars

    /// The lines of the names of the outermost object, which it counts once from the beginning.
    var linesOfNames: [String: Int] {
        var (lines, line, last) = ([String: Int](), 1, 0)
        for (name, index) in names {
            line += scalars[last..<index].count { $0 == "\n" }
            last = index
            lines[name] = line
        }
        return lines
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func skipSpace() {
        while let scalar = next, [" ", "\t", "\n", "\r"].contains(scalar) { index += 1 }
    }

    /// Skips space and a scalar.
    ///
    /// - Returns: Whether the scalar is there.
    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == scalar else { return false }
        index += 1
        return true
    }

    // MARK: Errors

    /// The scalar at the index, for messages.
    private var found: String {
        switch next {
        case nil: "the end"
        case "/", "#": "a comment"
        case let scalar?: quoted(String(scalar))
        }
    }

    private func error(_ reason: String, at index: Int? = nil) -> JSONError {
        let before = scalars[..<(index ?? self.index)]
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        return JSONError(reason: reason, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }
}
