import TSUD

/// A setting whose key is the composed spelling of an accented letter.
package enum composed: TSUD {
    package static let defaultValue = 0
    package static let stringKey = "\u{E9}"
}

/// A setting whose key is the other spelling of that letter, which Swift considers equal.
package enum decomposed: TSUD {
    package static let defaultValue = 0
    package static let stringKey = "e\u{301}"
}
