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
        return one.allSatisfy { key, object in other.object(spelled: key).map { isSameObject(object, $0) } ?? false }
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

extension Dictionary where Key == String {
    /// The value under a key of the same spelling: a letter with an accent has two, which Swift takes for equal.
    func object(spelled key: String) -> Value? {
        guard let index = index(forKey: key), self[index].key.utf8.elementsEqual(key.utf8) else { return nil }
        return self[index].value
    }
}
