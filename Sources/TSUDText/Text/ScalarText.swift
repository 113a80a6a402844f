import Foundation
import TSUD

/// The text of booleans, numbers, strings, dates, and data.
struct ScalarText<Value: Codable>: TextCoding {
    let coding: any PropertyListCoding<Value>
    private var structured: StructuredText<Value> { StructuredText(coding: coding) }

    func text(of value: Value) throws(CodingFailure) -> String? {
        switch value {
        case let date as Date: date.isoText
        case let data as Data: data.base64EncodedString()
        case let scalar as any LosslessStringConvertible: scalar.description
        default: try structured.text(of: value)
        }
    }

    func value(ofText text: String) throws(CodingFailure) -> Value {
        if let value = scalar(text) as? Value { return value }
        // A property list may be typed as well.
        guard Value.self != Bool.self, isPropertyList(text) else { throw CodingFailure() }
        return try structured.value(ofText: text)
    }

    private func scalar(_ text: String) -> Any? {
        // Quotation marks and spaces are part of a string.
        if Value.self == String.self { return text }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch Value.self {
        case is Bool.Type: return Bool(typed: text)
        case is Date.Type: return Date(isoText: text)
        case is Data.Type: return Data(base64Text: text)
        case let real as any BinaryFloatingPoint.Type where text.isTypedNumber && text.lowercased().contains("n"):
            return Double(text).map { real.init($0) }
        default: return text.isTypedNumber ? try? JSON.number(text).decoded(as: Value.self) : nil
        }
    }
}
