import Foundation

/// Whether two stored objects are the same thing: `true` and 1, 1 and 1.0, 0.0 and -0.0 are not; a NaN is itself.
func isSameObject(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return type(of: one) == type(of: other) ? isSameOfOneType(one, other) : isSameInOtherDress(one, other)
}

/// The quick way for two objects that Foundation on Linux handed out: their dynamic types are known and the same.
private func isSameOfOneType(_ one: Any, _ other: Any) -> Bool {
    let type = type(of: one)
    if type == String.self, let one = one as? String, let other = other as? String {
        return one.utf8.elementsEqual(other.utf8)
    }
    if type == Int.self, let one = one as? Int, let other = other as? Int { return one == other }
    if type == Bool.self, let one = one as? Bool, let other = other as? Bool { return one == other }
    if type == Double.self, let one = one as? Double, let other = other as? Double { return isSameReal(one, other) }
    if type == Date.self, let one = one as? Date, let other = other as? Date { return one == other }
    if let one = one as? [AnyHashable: Any?], let other = other as? [AnyHashable: Any?] {
        guard one.count == other.count else { return false }
        for (key, object) in one {
            guard let found = other[key], isSameObject(object, found) else { return false }
        }
        return true
    }
    return isSameInOtherDress(one, other)
}

/// The way for objects of whichever types, such as an `Int` and the `NSNumber` that it was stored as.
private func isSameInOtherDress(_ one: Any, _ other: Any) -> Bool {
    if let one = propertyListArray(one) {
        guard let other = propertyListArray(other), one.count == other.count else { return false }
        return zip(one, other).allSatisfy { isSameObject($0, $1) }
    }
    if let one = propertyListDictionary(one) {
        guard let other = propertyListDictionary(other), one.count == other.count else { return false }
        return one.allSatisfy { key, object in other[key].map { isSameObject(object, $0) } ?? false }
    }
    switch (one, other) {
    case (let one as String, let other as String): return one.utf8.elementsEqual(other.utf8)
    case (let one as Date, let other as Date): return one == other
    case (let one as Data, let other as Data): return one == other
    default:
        guard let one = propertyListNumber(one), let other = propertyListNumber(other) else { return false }
        return isSameNumber(one, other)
    }
}

private func isSameNumber(_ one: NSNumber, _ other: NSNumber) -> Bool {
    guard isBoolean(one) == isBoolean(other), isReal(one) == isReal(other) else { return false }
    return isReal(one) ? isSameReal(one.doubleValue, other.doubleValue) : one.isEqual(to: other)
}

private func isSameReal(_ one: Double, _ other: Double) -> Bool {
    one.bitPattern == other.bitPattern || (one.isNaN && other.isNaN)
}
