import Foundation
import SettingsFile

/// The Swift type of a stored object, for messages: "String", "Double", "Dictionary".
func kindName(of object: Any) -> String {
    guard let object = PropertyListObject(object) else {
        // Nested too deeply, or not a property-list object.
        if object is [Any] { return "Array" }
        return object is [AnyHashable: Any] ? "Dictionary" : String(describing: type(of: object))
    }
    return object.kindName
}

/// The type with its article: "a String", "an Int".
func kindWithArticle(of object: Any) -> String { withArticle(kindName(of: object)) }

extension PropertyListObject {
    fileprivate var kindName: String {
        switch self {
        case .boolean: "Bool"
        case .integer: "Int"
        case .unsigned: "UInt64"
        case .wide: "Int128"
        case .real, .single: "Double"
        case .string: "String"
        case .date: "Date"
        case .data: "Data"
        case .array: "Array"
        case .dictionary: "Dictionary"
        }
    }

    var kindWithArticle: String { withArticle(kindName) }
}

/// A type as it is written in code: `[String]` for `Array<String>`.
func writtenName(of type: Any.Type) -> String {
    let forms = [
        (#"\bArray<([^<>]*)>"#, "[$1]"), (#"\bDictionary<([^<>,]*), ([^<>]*)>"#, "[$1: $2]"),
        (#"\bOptional<([^<>]*)>"#, "$1?"),
    ]
    var name = String(describing: type)
    var last = ""
    // From the inside out; what contains another generic type keeps its name.
    while name != last {
        last = name
        for (long, short) in forms {
            name = name.replacingOccurrences(of: long, with: short, options: .regularExpression)
        }
    }
    return name
}

/// A name with its article: "a String", "an Int".
func withArticle(_ name: String) -> String {
    "AEIO".utf8.contains(name.utf8.first ?? 0) ? "an \(name)" : "a \(name)"
}

/// Whether two stored objects are identical: `true` and 1, 1 and 1.0, 0.0 and -0.0 are not, but two NaNs are.
func isSameObject(_ one: Any?, _ other: Any?) -> Bool {
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
