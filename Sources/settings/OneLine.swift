extension String {
    /// The text itself or, if it is empty or anything in it would break the line or worse, as it is written in Swift.
    var onOneLine: String { isEmpty || !fitsOnOneLine ? debugDescription : self }

    /// The same in quotes, as it is repeated to whoever typed it.
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
