import Foundation

extension PropertyListCoding {
    func text(of value: Value) throws(CodingFailure) -> String? { try structuredText(of: value) }
    func value(ofText text: String) throws(CodingFailure) -> Value { try structuredValue(ofText: text) }

    /// The value as a string that is read as a value with the same stored representation.
    ///
    /// It tries the string that the value is encoded as (with `isPlain`), and then the name of an enum's case. Next are
    /// JSON of the value, JSON of the stored representation, and a property list in XML or base64. JSON of a URL loses
    /// its base. JSON of an enum that decodes a date, or else a string, loses this difference. A `Set` may be stored in
    /// different orders; its string is JSON.
    func structuredText(of value: Value, isPlain: Bool = true) throws(CodingFailure) -> String {
        let json = try jsonOfParts(of: value)
        guard let form = try? object(of: value) else { return json.text }
        if isPlain, case .string(let plain) = json, isText(plain, of: form) { return plain }
        if isPlain, let name = caseName(of: value, in: json), isText(name, of: form) { return name }
        if isText(json.text, of: form) { return json.text }
        let others: [() -> String?] = [
            { (try? JSON(encoding: form))?.text }, { xmlText(of: form) }, { base64Text(of: form) },
        ]
        for other in others {
            if let text = other(), isText(text, of: form) { return text }
        }
        return json.text
    }

    private func jsonOfParts(of value: Value) throws(CodingFailure) -> JSON {
        do {
            return try JSON(encoding: value)
        } catch {
            throw CodingFailure(error)
        }
    }

    /// The value in a JSON document, from which ``value(ofJSON:)`` reads a value with the same stored representation.
    func json(of value: Value) throws(CodingFailure) -> JSON {
        guard let text = try text(of: value) else { return .null }
        let json = try jsonOfParts(of: value)
        // The text of a case, or a property list, is simpler than its JSON.
        let isSimpler = "{[".contains(json.text.prefix(1)) && !"{[".contains(text.prefix(1))
        if case .string = json { return .string(text) }
        if isSimpler { return .string(text) }
        guard let form = try? object(of: value), isText(json.text, of: form) else { return .string(text) }
        return json
    }

    private func isText(_ text: String, of form: PropertyListObject) -> Bool {
        guard let value = try? structuredValue(ofText: text), let object = try? object(of: value) else { return false }
        return object == form || unordered(object).isSpelled(like: unordered(form))
    }

    /// Reads text as JSON or else as a launch argument.
    func structuredValue(ofText text: String) throws(CodingFailure) -> Value {
        var failure: CodingFailure
        do throws(JSONError) {
            let json = try JSON(text)
            do {
                return try json.decoded(as: Value.self)
            } catch {
                failure = CodingFailure(error, reading: json.object, as: Value.self)
            }
            do throws(Mismatch) {
                let canonical = try json.object.canonical(as: Value.self, from: .typedJSON)
                if let value = try? value(from: canonical.foundationObject) { return value }
            } catch {
                failure = CodingFailure(mismatch: error)
            }
        } catch {
            failure = CodingFailure(detail: "{[".contains(text.prefix(1)) ? error.description : "")
            if let argument = PropertyListObject(launchArgument(text)) {
                do throws(CodingFailure) {
                    return try value(from: argument, .typedPropertyList)
                } catch {
                    if argument.isContainer { failure = error }
                }
            }
        }
        // A string may look like a property list.
        if let value = try? value(from: .string(text), .typedPropertyList) { return value }
        if let value = try? JSON.object([text: .object([:])]).decoded(as: Value.self), isEnum(value) { return value }
        throw failure
    }

    private func value(from object: PropertyListObject, _ source: ObjectSource) throws(CodingFailure) -> Value {
        let canonical: PropertyListObject
        do throws(Mismatch) {
            canonical = try object.canonical(as: Value.self, from: source)
        } catch {
            throw CodingFailure(mismatch: error)
        }
        return try value(from: canonical.foundationObject)
    }

    func value(ofJSON json: JSON) throws(CodingFailure) -> Value {
        switch json {
        case .string(let text): return try value(ofText: text)
        case .null:
            if let value = try? json.decoded(as: Value.self) { return value }
            throw CodingFailure(mismatch: Mismatch(found: nil, expected: Value.self))
        default: return try value(ofText: json.text)
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

extension Bool {
    /// Creates the value of a string that a person typed; a stored string may be one of more.
    package init?(typed text: String) {
        switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}

/// The object that Foundation makes of a launch argument: a property list if the text is one, or else a string.
private func launchArgument(_ text: String) -> Any {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasPrefix(base64Header), let data = Data(base64Text: text),
        case .dictionary(let contents) = try? BinaryPropertyList.decode(data), let object = contents[""]
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
private func unordered(_ object: PropertyListObject) -> String {
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

extension PropertyListObject: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let boolean): try container.encode(boolean)
        case .integer(let integer): try container.encode(integer)
        case .unsigned(let unsigned): try container.encode(unsigned)
        case .real(let real): try container.encode(real)
        case .single(let single): try container.encode(single)
        case .string(let string): try container.encode(string)
        case .date(let date): try container.encode(date)
        case .data(let data): try container.encode(data)
        case .array(let objects): try container.encode(objects)
        case .dictionary(let objects): try container.encode(objects)
        }
    }
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
        case .object(let members): .dictionary(members.mapValues(\.object))
        }
    }
}

/// A real, or the digits of a number that is too large for one.
private func real(_ digits: String) -> PropertyListObject {
    Double(digits).flatMap { $0.isFinite ? .real($0) : nil } ?? .string(digits)
}
