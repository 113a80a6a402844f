/// Parts of "NAME=TEXT", in which the text may begin with a combining accent.
extension String {
    /// The places of the equals signs, of which one with an accent is another character for Swift.
    var equalsSigns: [Index] { unicodeScalars.indices.filter { unicodeScalars[$0] == "=" } }

    /// Returns the text after an equals sign.
    func text(afterEqualsSign index: Index) -> String { String(unicodeScalars[index...].dropFirst()) }

    /// The text before the first equals sign, or all of it without one.
    var beforeEqualsSign: String { String(unicodeScalars.prefix { $0 != "=" }) }
}
