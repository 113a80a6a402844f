import Foundation

/// How many containers deep an object may nest: Foundation's parsers read 512, and the file itself is one of them.
let propertyListDepthLimit = 511

/// Whether a number is one of the two booleans, and not 0 or 1.
func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
}

/// The elements of a stored array, or `nil` when the object is none.
///
/// Foundation on Linux hands out arrays whose elements are `Optional<Any>`, which must not be taken for `Any`.
func propertyListArray(_ object: Any) -> [Any]? {
    if let array = object as? [Any?] { return array.compactMap(\.self) }
    return object as? [Any]
}

/// The entries of a stored dictionary, or `nil` when the object is none or has a key that is no string.
func propertyListDictionary(_ object: Any) -> [String: Any]? {
    if let dictionary = object as? [String: Any?] { return dictionary.compactMapValues(\.self) }
    return object as? [String: Any]
}

/// Whether an object nests deeper than a property list can be read back.
func isTooDeep(_ object: Any, limit: Int = propertyListDepthLimit) -> Bool {
    if let array = propertyListArray(object) {
        return limit == 0 || array.contains { isTooDeep($0, limit: limit - 1) }
    }
    if let dictionary = propertyListDictionary(object) {
        return limit == 0 || dictionary.values.contains { isTooDeep($0, limit: limit - 1) }
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
    if let number = object as? NSNumber {
        if isBoolean(number) { return "Bool" }
        return ["d", "f"].contains(String(cString: number.objCType)) ? "Double" : "Int"
    }
    if propertyListArray(object) != nil { return "Array" }
    return object is [AnyHashable: Any] ? "Dictionary" : String(describing: type(of: object))
}
