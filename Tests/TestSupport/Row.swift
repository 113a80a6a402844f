import Testing

/// A row of a table of arguments, which a failure names by its description.
package struct Row<Content>: CustomTestStringConvertible, @unchecked Sendable {
    package let testDescription: String
    package let content: Content

    package init(_ description: String, _ content: Content) {
        testDescription = description
        self.content = content
    }

    /// A row of a value and a closure.
    package init<Value, Body>(_ description: String, _ value: Value, _ body: Body) where Content == (Value, Body) {
        self.init(description, (value, body))
    }
}
