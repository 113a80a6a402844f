import Foundation

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

/// A text for an error message: in quotation marks, on one line, and shortened.
func quoted(_ text: String) -> String {
    let limit = 100
    let text = text.count > limit ? "\(text.prefix(limit))…" : text
    let isOneLine = text.unicodeScalars.allSatisfy { scalar in
        ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    return isOneLine ? "'\(text)'" : text.debugDescription
}

/// A name with its article: "a String", "an Int".
func withArticle(_ name: String) -> String {
    "AEIO".utf8.contains(name.utf8.first ?? 0) ? "an \(name)" : "a \(name)"
}
