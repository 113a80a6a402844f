import Foundation

extension PropertyListObject: Equatable {
    package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.string(let one), .string(let other)): one.isSpelled(like: other)
        case (.data(let one), .data(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.dictionary(let one), .dictionary(let other)):
            one.count == other.count && one.allSatisfy { key, object in other.object(spelled: key) == object }
        case (.date(let one), .date(let other)):
            isSame(one.timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
        default:
            // Not every format of a file keeps the width of a real, so the width makes no difference.
            if let one = one.realValue, let other = other.realValue { isSame(one, other) } else { false }
        }
    }

    /// What a real is, of whichever width; `nil` for all else.
    package var realValue: Double? {
        switch self {
        case .real(let real): real
        case .single(let single): Double(single)
        default: nil
        }
    }

    /// Whether Foundation may take the two for equal though they differ, as `UserDefaults.set` on Linux does.
    ///
    /// It compares numbers by value, not even inside an array telling 1.0 from 1; texts up to the spelling of their
    /// accents; and dates up to a rounding error.
    package func isEqualToFoundation(_ other: Self) -> Bool {
        switch (self, other) {
        case (.string(let one), .string(let other)): one == other
        case (.date(let one), .date(let other)):
            self == .date(other) || abs(one.timeIntervalSince(other)) < 0.001
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.isEqualToFoundation($1) }
        case (.dictionary(let one), .dictionary(let other)):
            one.count == other.count
                && one.allSatisfy { key, object in other[key].map { object.isEqualToFoundation($0) } ?? false }
        default:
            if let one = numericValue, let other = other.numericValue { one == other } else { self == other }
        }
    }

    private var numericValue: Double? {
        switch self {
        case .boolean(let boolean): boolean ? 1 : 0
        case .integer(let integer): Double(integer)
        case .unsigned(let unsigned): Double(unsigned)
        default: realValue
        }
    }
}

private func isSame(_ one: Double, _ other: Double) -> Bool {
    one.bitPattern == other.bitPattern || (one.isNaN && other.isNaN)
}

extension String {
    /// Whether two texts are the same byte by byte: a letter with an accent has two spellings, equal to Swift.
    fileprivate func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Dictionary where Key == String {
    fileprivate func object(spelled key: String) -> Value? {
        guard let index = index(forKey: key), self[index].key.isSpelled(like: key) else { return nil }
        return self[index].value
    }
}
