import Foundation
import TSUD

/// A type whose values have no parts in JSON.
///
/// There is one protocol for encoding and decoding, because each cast takes longer than the rest.
protocol JSONScalar {
    /// Fails if the JSON represents no value of this type.
    init?(_ json: JSON)
    /// The JSON; `nil` if the value has parts nevertheless.
    var json: JSON? { get }
}

/// Returns the scalar that is represented by JSON, for a type without parts.
func scalar(_ type: any Decodable.Type, in json: JSON) -> Any? {
    switch type {
    case let type as any JSONScalar.Type: return type.init(json)
    case let type as any FixedWidthInteger.Type:
        guard case .number(let digits) = json else { return nil }
        return type.init(json: digits)
    case let type as any BinaryFloatingPoint.Type: return Double(json).map { type.init($0) }
    default: return nil
    }
}

/// Whether the type's values have no parts in JSON; a duration may also be two numbers.
func isScalar(_ type: any Decodable.Type, in json: JSON) -> Bool {
    if type == Duration.self, case .array = json { return false }
    return type is any JSONScalar.Type || type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
}

extension JSON {
    /// The JSON of a value that has no parts; `nil` for any other.
    init?(scalar value: some Encodable) {
        let json: JSON? =
            switch value {
            case let scalar as any JSONScalar: scalar.json
            case let integer as any FixedWidthInteger: .number("\(integer)")
            case let real as any BinaryFloatingPoint: .real("\(real)")
            default: nil
            }
        guard let json else { return nil }
        self = json
    }

    /// The JSON of a real's digits, without a fraction of zero.
    fileprivate static func real(_ digits: String) -> Self {
        if digits.hasSuffix("nan") { return .string("nan") }
        if digits.hasSuffix("inf") { return .string(digits) }
        return .number(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    }

    fileprivate var digits: String? { if case .number(let digits) = self { digits } else { nil } }
}

extension Bool: JSONScalar {
    init?(_ json: JSON) {
        guard case .boolean(let boolean) = json else { return nil }
        self = boolean
    }
    var json: JSON? { .boolean(self) }
}

/// A type whose values are strings in JSON.
protocol JSONString: JSONScalar {
    init?(jsonString: String)
    var jsonString: String? { get }
}

extension JSONString {
    init?(_ json: JSON) {
        guard case .string(let string) = json else { return nil }
        self.init(jsonString: string)
    }
    var json: JSON? { jsonString.map { .string($0) } }
}

extension String: JSONString {
    init?(jsonString: String) { self = jsonString }
    var jsonString: String? { self }
}

extension Date: JSONString {
    init?(jsonString: String) { self.init(isoText: jsonString) }
    var jsonString: String? { isoText }
}

extension Data: JSONString {
    init?(jsonString: String) { self.init(base64Text: jsonString) }
    var jsonString: String? { base64EncodedString() }
}

extension URL: JSONString {
    init?(jsonString: String) { self.init(string: jsonString) }
    var jsonString: String? { absoluteString }
}

extension Duration: JSONString {
    init?(jsonString: String) { self.init(text: jsonString) }
    var jsonString: String? { text }
}

extension Decimal: JSONScalar {
    init?(_ json: JSON) {
        guard let decimal = json.digits.flatMap({ Decimal(string: $0) }) else { return nil }
        self = decimal
    }
    var json: JSON? { isFinite ? .number("\(self)") : .string("nan") }
}

extension Double: JSONScalar {
    init?(_ json: JSON) {
        switch json {
        case .number(let digits):
            guard let real = Double(digits), real.isFinite else { return nil }
            self = real
        case .string("inf"): self = .infinity
        case .string("-inf"): self = -.infinity
        case .string("nan"): self = .nan
        default: return nil
        }
    }
    var json: JSON? { .real(description) }
}

extension Float: JSONScalar {
    init?(_ json: JSON) {
        switch json {
        case .number(let digits):
            guard let real = Float(digits), real.isFinite else { return nil }
            self = real
        default:
            guard let real = Double(json) else { return nil }
            self.init(real)
        }
    }
    var json: JSON? { .real(description) }
}

extension JSONScalar where Self: FixedWidthInteger {
    init?(_ json: JSON) {
        guard let integer = json.digits.flatMap({ Self(json: $0) }) else { return nil }
        self = integer
    }
    var json: JSON? { .number(description) }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension FixedWidthInteger {
    /// The integer of digits, which may have a fraction of zeros or an exponent; `nil` if it isn't exactly an integer.
    init?(json digits: String) {
        if let integer = Self(digits) {
            self = integer
            return
        }
        let parts = digits.lowercased().split(separator: "e")
        guard let number = parts.first?.split(separator: ".", omittingEmptySubsequences: false),
            let exponent = parts.count > 1 ? Int16(parts[1]) : 0
        else { return nil }
        var whole = number.joined()
        var zeros = Int(exponent) - (number.count > 1 ? number[1].utf8.count : 0)
        // Zero is an integer with any exponent.
        if whole.contains("0"), whole.allSatisfy({ "+-0".contains($0) }) { (whole, zeros) = ("0", 0) }
        while zeros < 0, whole.last == "0" {
            whole.removeLast()
            zeros += 1
        }
        guard zeros >= 0 else { return nil }
        self.init(whole + String(repeating: "0", count: zeros))
    }
}

extension Data {
    /// Creates the data of base64, which may have line breaks.
    init?(base64Text text: String) {
        self.init(base64Encoded: text.filter { !$0.isWhitespace })
    }
}
