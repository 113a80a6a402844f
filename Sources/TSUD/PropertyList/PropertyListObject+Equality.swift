import Foundation

extension PropertyListObject: Equatable {
    package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.string(let one), .string(let other)): one.isSpelled(like: other)
        // The operator of `Data` would be inlined here.
        case (.data(let one), .data(let other)): (one as NSData).isEqual(to: other)
        case (.array(let one), .array(let other)): one == other
        case (.dictionary(let one), .dictionary(let other)): one == other
        case (.date(let one), .date(let other)):
            isSame(one.timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
        default:
            // XML does not keep the width of a real, so the width makes no difference.
            if let one = one.realValue, let other = other.realValue { isSame(one, other) } else { false }
        }
    }

    /// The value of a real of either width; `nil` for other objects.
    var realValue: Double? {
        switch self {
        case .real(let real): real
        case .single(let single): Double(single)
        default: nil
        }
    }

    /// Whether Foundation considers the two equal, so that `set` would not replace one with the other.
    func isEqualToFoundation(_ other: Self) -> Bool {
        NSArray(object: foundationObject).isEqual(NSArray(object: other.foundationObject))
    }
}

private func isSame(_ one: Double, _ other: Double) -> Bool {
    one.bitPattern == other.bitPattern || (one.isNaN && other.isNaN)
}

extension String {
    /// Whether two strings are equal byte by byte; in Swift, two forms of an accented letter are equal as well.
    @usableFromInline
    package func isSpelled(like other: String) -> Bool {
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
                    return one.count == other.count
                }
                return memcmp(start, otherStart, one.count) == 0
            }
        }
    }
}

/// Whether two stored objects are identical: `true` and 1, 1 and 1.0, 0.0 and -0.0 are not, but two NaNs are.
package func isSameObject(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    // On Apple systems most comparisons are of one object with itself. A Swift value would first be boxed.
    if type(of: one) is AnyObject.Type, type(of: other) is AnyObject.Type, one as AnyObject === other as AnyObject {
        return true
    }
    if let one = PropertyListObject(one), let other = PropertyListObject(other) { return one == other }
    // No property list contains a URL, but the registration domain may.
    guard let one = one as? URL, let other = other as? URL else { return false }
    return one == other
}
