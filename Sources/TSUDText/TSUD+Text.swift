public import TSUD

extension TSUD {
    /// Returns the value that a string represents.
    ///
    /// ```swift
    /// let size = try fontSize.parse("14")  //=> 14.0
    /// let files = try recentFiles.parse(#"["a.txt", "b.txt"]"#)
    /// ```
    ///
    /// The method reads strings from ``text()``, JSON, and property lists. Dates are in ISO
    /// 8601, and data is in base64. A URL is an address with a scheme, or a path that begins with `/` or `~`. `null` is
    /// `nil` for every optional except `String?`. The method reads and writes no suite.
    ///
    /// - Parameter text: The string, such as a user's input.
    /// - Returns: The value.
    /// - Throws: `TSUDError.Code.unreadable` if the string represents no `ValueType`, or
    ///   `TSUDError.Code.invalid` if `validate(_:)` rejects the value.
    public static func parse(_ text: String) throws(TSUDError) -> ValueType {
        try value(ofText: text, forKey: stringKey)
    }

    /// Stores the value that a string represents in the setting's own suite.
    ///
    /// ```swift
    /// try fontSize.storeText("14")
    /// ```
    ///
    /// - Parameter text: A string that ``parse(_:)`` accepts.
    /// - Throws: The errors of ``parse(_:)`` and `store(_:)`. The old value stays.
    public static func storeText(_ text: String) throws(TSUDError) { try handle.storeText(text) }

    /// Returns the string representation of the value in the setting's own suite, or `nil` if the value is `nil`.
    ///
    /// ``parse(_:)`` converts it back to the same value, except for a value below the outer `nil` of a doubly
    /// optional type. Scalars are simple strings, such as an ISO 8601 date or an enum's raw value. Other values are
    /// JSON on one line, with sorted keys, or a property list if JSON would lose data.
    ///
    /// If the stored object can't be read, the method reports this and uses the default. If the value's `encode(to:)`
    /// throws, the result is the value's description.
    ///
    /// - Returns: The string, or `nil`.
    public static func text() -> String? { handle.text() }
}

extension TSUDHandle {
    /// Returns the string representation of the value, or `nil` if the value is `nil`.
    ///
    /// This method works like ``TSUD/TSUD/text()``.
    ///
    /// - Returns: The string, or `nil`.
    public func text() -> String? {
        Setting.text(of: value)
    }

    /// Stores the value that a string represents.
    ///
    /// This method works like ``TSUD/TSUD/storeText(_:)``.
    ///
    /// - Parameter text: A string that ``TSUD/TSUD/parse(_:)`` accepts.
    /// - Throws: The errors of ``TSUD/TSUD/parse(_:)`` and `store(_:)`. The old value stays.
    public func storeText(_ text: String) throws(TSUDError) {
        try store(Setting.value(ofText: text, forKey: stringKey))
    }
}
