extension TSUD {
    /// The value that a text stands for.
    ///
    /// ```swift
    /// let size = try fontSize.value(from: "14")       //=> 14.0
    /// let files = try recentFiles.value(from: #"["a.txt", "b.txt"]"#)
    /// ```
    ///
    /// It accepts the result of ``text()``, JSON in any layout, and what a launch argument may be, including
    /// property lists. The text of a `String` is the string itself. Dates are in ISO 8601, data is in base64. A URL is
    /// an address with a scheme, or a path that begins with `/` or `~`. The text `null` is `nil` if ``ValueType`` is an
    /// optional and the text is not a value of the wrapped type. The call neither reads nor writes a suite.
    ///
    /// - Parameter text: the text, for example what a user typed.
    /// - Returns: the value.
    /// - Throws: ``TSUDError/Code/unreadable`` if the text is not a ``ValueType``; the description names the key,
    ///   quotes the text and tells what is expected. ``TSUDError/Code/invalid`` if ``validate(_:)`` refuses the value.
    public static func value(from text: String) throws(TSUDError) -> ValueType {
        try value(ofText: text, forKey: stringKey)
    }

    /// Stores the value that a text stands for in the setting's own suite.
    ///
    /// ```swift
    /// try fontSize.store(text: "14")
    /// ```
    ///
    /// It also works through `any TSUD.Type`, for example in a command-line program or a screen that edits any setting.
    ///
    /// - Parameter text: a text that ``value(from:)`` accepts.
    /// - Throws: the errors of ``value(from:)`` and ``store(_:)``. The old value stays.
    public static func store(text: String) throws(TSUDError) { try handle.store(text: text) }

    /// The value in the setting's own suite as text; `nil` if the value is `nil`.
    ///
    /// ``value(from:)`` converts it back to the same value. Numbers, booleans and strings are as in Swift. A date is in
    /// ISO 8601, with as many fractional digits as it needs, and data is in base64. An enumeration with raw values is
    /// its raw value, a URL its address. Everything else is JSON on one line, with sorted keys.
    ///
    /// The value is read like ``value``: a failure is reported, and the default is used. Encoding JSON takes some
    /// microseconds, more for a large value. If a value's `encode(to:)` throws, the text is the value's description.
    public static func text() -> String? { handle.text() }
}
