import Foundation

/// Whether two stored objects are the same thing: `true` and 1, 1 and 1.0, 0.0 and -0.0 are not; a NaN is itself.
func isSameObject(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    if let one = propertyListArray(one) {
        guard let other = propertyListArray(other), one.count == other.count else { return false }
        return zip(one, other).allSatisfy { isSameObject($0, $1) }
    }
    if let one = propertyListDictionary(one) {
        guard let other = propertyListDictionary(other), one.count == other.count else { return false }
        return one.allSatisfy { key, object in other[key].map { isSameObject(object, $0) } ?? false }
    }
    if let one = one as? NSNumber {
        guard let other = other as? NSNumber else { return false }
        return isSameNumber(one, other)
    }
    switch (one, other) {
    case (let one as String, let other as String): return one.utf8.elementsEqual(other.utf8)
    case (let one as Date, let other as Date): return one == other
    case (let one as Data, let other as Data): return one == other
    default: return false
    }
}

private func isSameNumber(_ one: NSNumber, _ other: NSNumber) -> Bool {
    guard isBoolean(one) == isBoolean(other), isReal(one) == isReal(other) else { return false }
    if isReal(one) {
        return one.doubleValue.bitPattern == other.doubleValue.bitPattern
            || (one.doubleValue.isNaN && other.doubleValue.isNaN)
    }
    return one.isEqual(to: other)
}

/// Whether a number is a `Double` or a `Float`.
func isReal(_ number: NSNumber) -> Bool {
    let type = number.objCType.pointee
    return type == CChar(UInt8(ascii: "d")) || type == CChar(UInt8(ascii: "f"))
}
