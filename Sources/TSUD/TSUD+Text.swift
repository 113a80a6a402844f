public import Foundation

extension TSUD {
    /// The value that a text stands for.
    ///
    /// ```swift
    /// let size = try fontSize.value(from: "14")       //=> 14.0
    /// let files = try recentFiles.value(from: #"["a.txt", "b.txt"]"#)
    /// ```
    ///
    /// It reads back what ``text(in:)`` makes, and takes what a launch argument takes as well, property lists among it,
    /// and JSON. The text of a `String` is taken to the letter. Dates are in the form of ISO 8601, data is in base64,
    /// a URL is an address with its scheme or a path that begins with `/` or `~`. The word `null` is `nil` where
    /// ``ValueType`` is an optional and the word is nothing else. Nothing is read from a suite or stored.
    ///
    /// - Parameter text: the text, as a user has typed it or a program has kept it.
    /// - Returns: the value.
    /// - Throws: ``TSUDError/Code/unreadable`` when the text stands for no ``ValueType``; the description
    ///   names the key, shows the text and says what would be right. ``TSUDError/Code/invalid`` when
    ///   ``validate(_:)`` refuses the value.
    public static func value(from text: String) throws(TSUDError) -> ValueType {
        try KnownKeys.shared.type(self).value(ofText: text)
    }

    /// Stores the value that a text stands for in a suite, by default the setting's own.
    ///
    /// ```swift
    /// try fontSize.store(text: "14")
    /// ```
    ///
    /// It serves a command-line program, or a screen that edits any setting, through `any TSUD.Type` too.
    ///
    /// - Parameters:
    ///   - text: what ``value(from:)`` takes.
    ///   - suite: the suite.
    /// - Throws: what ``value(from:)`` and ``store(_:in:)`` throw. What was stored stays.
    public static func store(text: String, in suite: UserDefaults = Self.currentSuite) throws(TSUDError) {
        try store(value(from: text), in: suite)
    }

    /// The value in a suite, by default the setting's own, as text; `nil` where the value is `nil`.
    ///
    /// ``value(from:)`` makes the same value of it again. A number, a boolean and a `String` are what they are in Swift;
    /// a date is in the form of ISO 8601, with as many digits of a second as it needs; data is in base64; an enumeration
    /// with raw values is its raw value, a URL its address. Anything with structure is JSON on one line, with sorted
    /// keys.
    ///
    /// The value is read as ``value`` is, with all that follows from a failure. Encoding it as JSON costs some
    /// microseconds, more for a large value. The text of a value whose `encode(to:)` throws is its description.
    public static func text(in suite: UserDefaults = Self.currentSuite) -> String? {
        let key = key(in: suite)
        let value = key.value
        do throws(CodingFailure) {
            return try key.coding.text(of: value)
        } catch {
            return String(describing: value)
        }
    }
}
