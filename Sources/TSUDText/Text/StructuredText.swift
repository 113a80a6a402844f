import Foundation
import TSUD

/// The text of all values that have no other: JSON, or a simple string if it is read as the same value.
struct StructuredText<Value: Codable>: TextCoding {
    let coding: any PropertyListCoding<Value>

    /// The value as a string that is read as a value with the same stored representation.
    ///
    /// It tries the string that the value is encoded as, and then the name of an enum's case. Next are
    /// JSON of the value, and a property list in XML or base64. JSON of an enum that decodes a date, or else a string, loses this difference. A `Set` may be stored in
    /// different orders; its string is JSON.
    func text(of value: Value) throws(CodingFailure) -> String? {
        let encoded = try encoded(value)
        let (json, text) = (encoded.json, encoded.json.text)
        let name = caseName(of: value, in: json)
        if name == nil, isText(text, of: encoded) { return text }
        guard let form = try? coding.object(of: value) else { return text }
        if case .string(let plain) = json, isText(plain, of: form) { return plain }
        if let name, isText(name, of: form) { return name }
        if isText(text, of: form) { return text }
        for other in [xmlText, base64Text] as [(PropertyListObject) -> String?] {
            if let text = other(form), isText(text, of: form) { return text }
        }
        return text
    }

    /// Whether the value in JSON is read as one with the same stored representation, in a fraction of the time that a property
    /// list takes; if not, it may be nevertheless.
    private func isText(_ text: String, of encoded: EncodedJSON) -> Bool {
        guard "{[".utf8.contains(text.utf8.first ?? 0), let types = encoded.types,
            let value = try? JSON(text).decoded(as: Value.self), let read = try? EncodedJSON(value)
        else { return false }
        return read.types == types && read.json.text.isSpelled(like: text)
    }

    private func isText(_ text: String, of form: PropertyListObject) -> Bool {
        isStored(try? value(ofText: text), as: form)
    }

    /// Reads text as JSON or else as a launch argument.
    func value(ofText text: String) throws(CodingFailure) -> Value {
        var failure: CodingFailure
        do throws(JSONError) {
            let json = try JSON(text)
            do {
                return try json.decoded(as: Value.self)
            } catch {
                failure = CodingFailure(error, reading: json.object, as: Value.self)
            }
        } catch {
            if let number = typedNumber(text) { return number }
            failure = CodingFailure(detail: "{[".contains(text.prefix(1)) ? error.description : "")
            if let argument = PropertyListObject(launchArgument(text)) {
                do throws(CodingFailure) {
                    return try value(from: argument, .typed)
                } catch {
                    if argument.isContainer { failure = error }
                }
            }
        }
        // A string may look like a property list.
        if let value = try? self.value(from: .string(text), .typed) { return value }
        if let value = try? JSON.object([text: .object([:])]).decoded(as: Value.self), isEnum(value) { return value }
        throw failure
    }

    /// The number that a person typed, with a sign or a first zero that JSON doesn't have; `nil` for other types.
    private func typedNumber(_ text: String) -> Value? {
        guard Value.self is any Numeric.Type, text.isTypedNumber else { return nil }
        let isWord = text.lowercased().contains("n")
        return try? (isWord ? JSON.string("\(Double(text) ?? 0)") : .number(text)).decoded(as: Value.self)
    }

    private func value(from object: PropertyListObject, _ source: ObjectSource) throws(CodingFailure) -> Value {
        let canonical: PropertyListObject
        do throws(Mismatch) {
            canonical = try object.canonical(as: Value.self, from: source)
        } catch {
            throw CodingFailure(detail: error.wordsForInput)
        }
        do throws(CodingFailure) {
            return try coding.value(from: canonical.foundationObject)
        } catch {
            throw error.underlyingError.map { CodingFailure($0, reading: canonical, as: Value.self) } ?? error
        }
    }
}

private func isEnum(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .enum }

/// The name of an enum's case without associated values, which is encoded as `{"name":{}}`.
private func caseName(of value: Any, in json: JSON) -> String? {
    guard isEnum(value), case .object(let members) = json, members.count == 1, let (name, values) = members.first,
        values == .object([:])
    else { return nil }
    return name
}

/// The object that Foundation makes of a launch argument: a property list if the text is one, or else a string.
private func launchArgument(_ text: String) -> Any {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasPrefix(base64Header), let data = Data(base64Text: text),
        let object = try? PropertyListData.settings(in: data)[""]
    {
        return object.foundationObject
    }
    guard let first = text.first, "{[(<\"".contains(first), !hasWrongDate(text),
        let object = try? PropertyListSerialization.propertyList(from: text.utf8Data, format: nil)
    else { return text }
    return object
}

/// Whether a property list in XML has a date that doesn't exist, which Foundation reads as another one.
private func hasWrongDate(_ text: String) -> Bool {
    text.matches(of: /<date>\s*([^<]*?)\s*<\/date>/).contains { Date(isoText: String($0.1)) == nil }
}

/// The object as a string that doesn't depend on the order of an array, since a `Set` is stored in different orders.
func unordered(_ object: PropertyListObject) -> String {
    switch object {
    case .array(let objects): "[\(objects.map(unordered).sorted().joined(separator: ","))]"
    case .dictionary(let objects):
        "{\(objects.map { "\($0.debugDescription):\(unordered($1))" }.sorted().joined(separator: ","))}"
    case .data(let data): "data \(data.base64EncodedString())"
    case .date(let date): "date \(date.timeIntervalSinceReferenceDate)"
    default: "\(object)"
    }
}

/// The beginning of every binary property list in base64.
private let base64Header = "YnBsaXN0MD"

/// Whether a string that a value has instead of JSON is a property list.
func isPropertyList(_ text: String) -> Bool { text.hasPrefix("<") || text.hasPrefix(base64Header) }

private func base64Text(of object: PropertyListObject) -> String {
    Data(BinaryPropertyList.encode(.dictionary(["": object]))).base64EncodedString()
}

/// A property list in XML, on one line.
private func xmlText(of object: PropertyListObject) -> String? {
    let data = try? PropertyListSerialization.data(
        fromPropertyList: object.foundationObject,
        format: .xml,
        options: 0
    )
    guard let xml = data.flatMap({ String(data: $0, encoding: .utf8) }),
        let begin = xml.range(of: "<plist version=\"1.0\">\n"),
        let end = xml.range(of: "\n</plist>", options: .backwards)
    else { return nil }
    return xml[begin.upperBound..<end.lowerBound].split(separator: "\n").map {
        $0.drop { $0 == "\t" }
    }.joined()
}

extension String {
    /// Its bytes; by way of an array, since `Data` would be compiled again for the view of a string.
    var utf8Data: Data { Data(Array(utf8)) }
}

extension JSON {
    /// The property-list object, with a mark for each null.
    var object: PropertyListObject {
        switch self {
        case .null: .string(nullMark)
        case .boolean(let boolean): .boolean(boolean)
        case .number(let digits):
            Int64(digits).map { .integer($0) } ?? UInt64(digits).map { .unsigned($0) } ?? real(digits)
        case .string(let string): .string(string)
        case .array(let elements): .array(elements.map(\.object))
        case .object(let members): .dictionary(NamedValues(members.mapValues(\.object)))
        }
    }
}

/// A real, or the digits of a number that is too large for one, or that would become an integer that it isn't.
private func real(_ digits: String) -> PropertyListObject {
    guard let real = Double(digits), real.isFinite, Int64(exactly: real) == Int64(json: digits),
        UInt64(exactly: real) == UInt64(json: digits)
    else { return .string(digits) }
    return .real(real)
}
