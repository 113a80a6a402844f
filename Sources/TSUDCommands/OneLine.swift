extension String {
    /// The text itself, or a Swift literal if it is empty or contains control characters or line breaks.
    var onOneLine: String { isEmpty || !fitsOnOneLine ? debugDescription : self }

    /// The same with quotation marks, for messages.
    var quoted: String { fitsOnOneLine ? "'\(self)'" : debugDescription }

    private var fitsOnOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
