import Testing

/// A row of a table of arguments, which a failure names by its description.
package struct Row<Content>: CustomTestStringConvertible, @unchecked Sendable {
    package let testDescription: String
    package let content: Content

    package init(_ description: String, _ content: Content) {
        testDescription = description.onOneLine.shortened
        self.content = content
    }

    /// A row of a value and a closure.
    package init<Value, Body>(_ description: String, _ value: Value, _ body: Body) where Content == (Value, Body) {
        self.init(description, (value, body))
    }
}

extension Row {
    /// Rows of a table, each described by a part of it.
    package static func table(_ contents: [Content], by description: (Content) -> String) -> [Self] {
        contents.map { Self(description($0), $0) }
    }
}

extension Row where Content == String {
    /// A row of a long string.
    package init(_ text: String) { self.init(text, text) }
}

extension String {
    /// The beginning of a string, for the description of an argument.
    package var shortened: String { count > 60 ? "\(prefix(60))…" : self }

    /// The string with escape sequences instead of line breaks.
    fileprivate var onOneLine: String {
        unicodeScalars.map { ["\n": "\\n", "\r": "\\r"][$0] ?? String($0) }.joined()
    }
}
