extension StringProtocol {
    /// The number of columns that the string occupies in a terminal.
    var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }
}

extension Character {
    /// Two for a wide East Asian character or an emoji, none for a combining mark alone, otherwise one.
    var terminalWidth: Int {
        let scalars = unicodeScalars
        // A variation selector makes an emoji of a symbol, and two letters make a flag.
        if scalars.contains("\u{FE0F}") || scalars.contains(where: \.isWide) || scalars.count > 1 && isFlag { return 2 }
        return scalars.allSatisfy(\.isInvisible) ? 0 : 1
    }

    private var isFlag: Bool { unicodeScalars.allSatisfy { "\u{1F1E6}"..."\u{1F1FF}" ~= $0 } }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: self != "\u{AD}"
        default: false
        }
    }

    fileprivate var isWide: Bool {
        if properties.isEmojiPresentation { return !("\u{1F1E6}"..."\u{1F1FF}" ~= self) }
        return wideRanges.contains { $0 ~= value }
    }
}

/// The scalars that Unicode's `EastAsianWidth.txt` calls wide or full-width, without emoji.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul letters that begin a syllable
    0x2E80...0x303E,  // radicals, punctuation
    0x3041...0x3247, 0x3250...0x4DBF,  // Kana, letters in circles, ideographs
    0x4E00...0xA4CF,  // ideographs, Yi
    0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, more Kana
    0x1F200...0x1F265,  // ideographs in squares
    0x20000...0x3FFFD,  // more ideographs
]
