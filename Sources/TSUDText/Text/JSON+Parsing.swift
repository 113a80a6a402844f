package import Foundation
package import TSUD

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
    /// Parses a document in UTF-8, or in UTF-16 with a byte order mark, in which people may write comments.
    ///
    /// Foundation accepts a repeated name and a comma before a brace, and its errors have no line.
    ///
    /// - Parameter data: The document.
    /// - Throws: The first error, which includes a name that an object has twice.
    package init(_ data: Data) throws(JSONError) {
        var parser = try Parser(data)
        self = try parser.document()
    }

    /// Parses a text without comments.
    ///
    /// - Parameter text: The text.
    /// - Throws: The first error, which includes a name that an object has twice.
    package init(_ text: String) throws(JSONError) {
        var parser = Parser(text, hasComments: false)
        self = try parser.document()
    }

    /// The values of a file that is an object, by name, without "$schema", with which editors find a schema.
    ///
    /// - Parameter data: The contents of the file.
    /// - Returns: The values.
    /// - Throws: The first error.
    package static func settings(in data: Data) throws(Damage) -> NamedValues<JSON> {
        do throws(JSONError) {
            var parser = try Parser(data)
            var settings = try parser.settings()
            settings["$schema"] = nil
            return settings
        } catch {
            throw Damage(reason: data.isEmpty ? "it is empty" : error.description)
        }
    }

    /// Returns the lines, from 1, of the names of a file that is an object; none if it is not valid.
    package static func lines(ofNamesIn data: Data) -> NamedValues<Int> {
        guard var parser = try? Parser(data), (try? parser.settings()) != nil else { return [:] }
        return parser.linesOfNames
    }
}

private struct Parser {
    private let scalars: [Unicode.Scalar]
    private let hasComments: Bool
    private var index = 0
    private var depth = 0
    /// The places of the names of the outermost object, in order.
    private var names: [(name: String, index: Int)] = []

    init(_ data: Data) throws(JSONError) {
        let isUTF16 = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
        guard let text = String(data: data, encoding: isUTF16 ? .utf16 : .utf8) else {
            throw JSONError(reason: "the data is not in UTF-8", line: 1, column: 1)
        }
        self.init(text, hasComments: true)
    }

    init(_ text: String, hasComments: Bool) {
        scalars = Array(text.unicodeScalars)
        self.hasComments = hasComments
        if scalars.first == "\u{FEFF}" { index = 1 }
    }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        try end()
        return value
    }

    /// Parses a document that is an object, whose names are compared byte by byte.
    mutating func settings() throws(JSONError) -> NamedValues<JSON> {
        skipSpace()
        guard next == "{" else {
            let isNoObject = error("expected an object of names and values")
            _ = try document()
            throw isNoObject
        }
        let settings = try nested { parser throws(JSONError) in
            var settings: NamedValues<JSON> = [:]
            try parser.members { parser, name, start throws(JSONError) in
                if settings[name] != nil { throw parser.repeated(name, at: start) }
                parser.names.append((name, start))
                settings[name] = try parser.value()
            }
            return settings
        }
        try end()
        return settings
    }

    private mutating func end() throws(JSONError) {
        skipSpace()
        if index < scalars.count { throw error("expected the end, found \(found)") }
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch next ?? "\0" {
        case "{": return .object(try nested { parser throws(JSONError) in try parser.object() })
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

    private mutating func object() throws(JSONError) -> [String: JSON] {
        var object: [String: JSON] = [:]
        try members { parser, name, start throws(JSONError) in
            if object[name] != nil { throw parser.repeated(name, at: start) }
            object[name] = try parser.value()
        }
        return object
    }

    /// Parses the members of an object, and calls a closure with each name and its place, before the value.
    private mutating func members(
        _ add: (inout Self, _ name: String, _ start: Int) throws(JSONError) -> Void
    ) throws(JSONError) {
        if skip("}") { return }
        repeat {
            skipSpace()
            guard next == "\"" else { throw error("expected a name in quotation marks, found \(found)") }
            let start = index
            let name = try string()
            guard skip(":") else { throw error("expected ':', found \(found)") }
            try add(&self, name, start)
        } while skip(",")
        guard skip("}") else { throw error("expected ',' or '}', found \(found)") }
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
        if next == "-" { index += 1 }
        let isZero = next == "0"
        let whole = skipDigits()
        var isValid = whole == 1 || whole > 1 && !isZero
        if next == "." {
            index += 1
            isValid = skipDigits() > 0 && isValid
        }
        if next == "e" || next == "E" {
            index += 1
            if next == "+" || next == "-" { index += 1 }
            isValid = skipDigits() > 0 && isValid
        }
        guard isValid else { throw error("a number is malformed", at: start) }
        var number = String.UnicodeScalarView()
        number.append(contentsOf: scalars[start..<index])
        return .number(String(number))
    }

    /// Skips digits, and returns their number.
    private mutating func skipDigits() -> Int {
        let start = index
        while let scalar = next, "0"..."9" ~= scalar { index += 1 }
        return index - start
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
    var linesOfNames: NamedValues<Int> {
        var (lines, line, last) = (NamedValues<Int>(), 1, 0)
        for (name, index) in names {
            line += scalars[last..<index].count { $0 == "\n" }
            last = index
            lines[name] = line
        }
        return lines
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func skipSpace() {
        while let scalar = next {
            if [" ", "\t", "\n", "\r"].contains(scalar) {
                index += 1
            } else if scalar != "/" || !skipComment() {
                return
            }
        }
    }

    /// Skips a comment, and returns whether there is a whole one.
    private mutating func skipComment() -> Bool {
        let rest = scalars[index...].dropFirst(2)
        if hasComments, scalars[index...].starts(with: ["/", "/"]) {
            index = rest.firstIndex(of: "\n") ?? rest.endIndex
            return true
        }
        guard hasComments, scalars[index...].starts(with: ["/", "*"]),
            let end = rest.indices.first(where: { scalars[$0...].starts(with: ["*", "/"]) })
        else { return false }
        index = end + 2
        return true
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
        case "/": hasComments ? "'/'" : "a comment"
        case "#": "a comment"
        case let scalar?: quoted(String(scalar))
        }
    }

    private func repeated(_ name: String, at index: Int) -> JSONError {
        error("the name \(quoted(name)) is repeated", at: index)
    }

    private func error(_ reason: String, at index: Int? = nil) -> JSONError {
        let before = scalars[..<(index ?? self.index)]
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        return JSONError(reason: reason, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    }
}
