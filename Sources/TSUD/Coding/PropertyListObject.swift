import Foundation

/// How many containers deep an object may nest: Foundation's parsers read 512, and the file itself is one of them.
let propertyListDepthLimit = 511

/// Whether a number is one of the two booleans, and not 0 or 1.
func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
}

/// Whether a number is a `Double` or a `Float`.
func isReal(_ number: NSNumber) -> Bool {
    let type = number.objCType.pointee
    return type == CChar(UInt8(ascii: "d")) || type == CChar(UInt8(ascii: "f"))
}

/// Whether an object is one of the Swift values that Foundation on Linux hands out for what is no container.
///
/// A look at the dynamic type is many times cheaper than a cast that fails.
func isSwiftScalar(_ object: Any) -> Bool {
    let type = type(of: object)
    return type == String.self || type == Int.self || type == Bool.self || type == Double.self || type == Date.self
        || type == Data.self || type == Float.self || type == UInt64.self
}

/// The number that an object is, or the boolean; `nil` when it is neither.
///
/// To cast a container to a class is to bridge all of it, which takes long for a large one and overflows the stack for
/// a deep one.
func propertyListNumber(_ object: Any) -> NSNumber? {
    object is any Collection ? nil : object as? NSNumber
}

/// The elements of a stored array, or `nil` when the object is none.
///
/// Foundation on Linux hands out arrays whose elements are `Optional<Any>`, which must not be taken for `Any`.
func propertyListArray(_ object: Any) -> [Any]? {
    if isSwiftScalar(object) { return nil }
    if let array = object as? [Any?] { return array.compactMap(\.self) }
    return object as? [Any]
}

/// The entries of a stored dictionary, or `nil` when the object is none or has a key that is no string.
func propertyListDictionary(_ object: Any) -> [String: Any]? {
    if isSwiftScalar(object) { return nil }
    if let dictionary = object as? [String: Any?] { return dictionary.compactMapValues(\.self) }
    return object as? [String: Any]
}

/// Whether an object nests deeper than a property list can be read back.
func isTooDeep(_ object: Any, limit: Int = propertyListDepthLimit) -> Bool {
    if isSwiftScalar(object) { return false }
    if let dictionary = object as? [AnyHashable: Any?] {
        return limit == 0 || dictionary.values.contains { $0.map { isTooDeep($0, limit: limit - 1) } ?? false }
    }
    if let array = propertyListArray(object) {
        return limit == 0 || array.contains { isTooDeep($0, limit: limit - 1) }
    }
    return false
}

/// The Swift name of what a stored object is, for messages: "String", "Double", "Dictionary".
func kindName(of object: Any) -> String {
    switch object {
    case is String: return "String"
    case is Date: return "Date"
    case is Data: return "Data"
    default: break
    }
    if let number = propertyListNumber(object) {
        if isBoolean(number) { return "Bool" }
        if isReal(number) { return "Double" }
        return object is UInt64 ? "UInt64" : "Int"
    }
    if propertyListArray(object) != nil { return "Array" }
    return object is [AnyHashable: Any] ? "Dictionary" : String(describing: type(of: object))
}

/// The name with its article: "a String", "an Int".
func kindWithArticle(of object: Any) -> String {
    let kind = kindName(of: object)
    return "AEIO".contains(kind.prefix(1)) ? "an \(kind)" : "a \(kind)"
}
