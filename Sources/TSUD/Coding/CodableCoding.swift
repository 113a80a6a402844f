import Foundation

/// The route of every other `Codable` value: the property-list objects that `PropertyListEncoder` makes of it.
///
/// The encoder takes only containers at the top, so a value travels in an array of one.
struct CodableCoding<Value: Codable>: PropertyListCoding, @unchecked Sendable {
    private let encoder: PropertyListEncoder = {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }()
    private let decoder = PropertyListDecoder()
    private let lastData = LastData()

    func form(of value: Value) throws(CodingFailure) -> StoredForm {
        do {
            let data = try encoder.encode([value])
            // The decoder takes a string "$null" for nil. Better to refuse it than to store what can't be read.
            if data.range(of: Data(nullMark.utf8)) != nil { _ = try decoder.decode([Value].self, from: data) }
            let objects = try PropertyListSerialization.propertyList(from: data, format: nil)
            guard let object = propertyListArray(objects)?.first else { throw CodingFailure() }
            lastData.keep(data, of: object)
            return StoredForm(varying: object)
        } catch {
            let cause = cause(of: error)
            throw CodingFailure(detail: explanation(of: cause), underlyingError: cause)
        }
    }

    func value(from object: Any) throws(CodingFailure) -> Value {
        do {
            return try decode(object)
        } catch {
            throw CodingFailure(detail: explanation(of: error), underlyingError: error)
        }
    }

    /// Decodes an object, with scalars inside it read as leniently as a key of their own would read them.
    ///
    /// Launch arguments need that: each scalar in one is a string. Nothing of it is paid for where nothing is amiss.
    private func decode(_ object: Any) throws -> Value {
        var object = object
        for _ in 0..<lenientReadingsLimit {
            do {
                return try strictlyDecode(object)
            } catch DecodingError.typeMismatch(let type, let context) {
                let path = context.codingPath.dropFirst()
                guard isSmall(object), let scalar = type as? any PropertyListNative.Type,
                    let replaced = replacingScalar(at: path, in: object, by: scalar)
                else { throw DecodingError.typeMismatch(type, context) }
                object = replaced
            }
        }
        return try strictlyDecode(object)
    }

    private func strictlyDecode(_ object: Any) throws -> Value {
        let values = try decoder.decode([Value].self, from: data(of: object))
        guard let value = values.first else { throw CodingFailure() }
        return value
    }

    /// The data that the decoder takes, which is dearer to make than all the rest of a read.
    private func data(of object: Any) throws -> Data {
        if let data = lastData.data(of: object) { return data }
        if isTooDeep(object) { throw CodingFailure(detail: "it nests deeper than \(propertyListDepthLimit) levels") }
        let data = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
        lastData.keep(data, of: object)
        return data
    }
}

/// How many scalars of one object are read leniently: each costs another decoding, and launch arguments are short.
private let lenientReadingsLimit = 100

/// Whether an object is small enough to be decoded again and again: one of 100,000 elements takes a second each time.
private func isSmall(_ object: Any) -> Bool {
    var partsLeft = 1_000
    func countParts(of object: Any) {
        partsLeft -= 1
        if let array = propertyListArray(object) {
            for element in array where partsLeft > 0 { countParts(of: element) }
        } else if let dictionary = propertyListDictionary(object) {
            for element in dictionary.values where partsLeft > 0 { countParts(of: element) }
        }
    }
    countParts(of: object)
    return partsLeft > 0
}

/// The object with the scalar at a path read as another type; `nil` when that type can't be read from it.
private func replacingScalar(
    at path: ArraySlice<any CodingKey>,
    in object: Any,
    by type: any PropertyListNative.Type
) -> Any? {
    guard let key = path.first else { return type.init(propertyListObject: object)?.propertyListObject }
    if var array = propertyListArray(object) {
        guard let index = key.intValue, array.indices.contains(index) else { return nil }
        guard let inner = replacingScalar(at: path.dropFirst(), in: array[index], by: type) else { return nil }
        array[index] = inner
        return array
    }
    if var dictionary = propertyListDictionary(object) {
        guard let found = dictionary[key.stringValue] else { return nil }
        guard let inner = replacingScalar(at: path.dropFirst(), in: found, by: type) else { return nil }
        dictionary[key.stringValue] = inner
        return dictionary
    }
    return nil
}

/// The error that a value's own coding threw, which the encoder wraps in one of its own.
private func cause(of error: any Error) -> any Error {
    guard case EncodingError.invalidValue(_, let context) = error, let cause = context.underlyingError else {
        return error
    }
    return cause
}

/// What an encoder or a decoder complains of, with the place inside the value, as the end of a sentence.
private func explanation(of error: any Error) -> String {
    let (context, what): (any CodingContext, String) =
        switch error {
        case DecodingError.keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
        case DecodingError.typeMismatch(_, let context): (context, context.debugDescription)
        case DecodingError.valueNotFound(_, let context): (context, context.debugDescription)
        case DecodingError.dataCorrupted(let context): (context, context.debugDescription)
        case EncodingError.invalidValue(_, let context): (context, context.debugDescription)
        case let failure as CodingFailure: (NoContext(), failure.detail)
        default: (NoContext(), "\(error)")
        }
    let path = context.codingPath.dropFirst().map(\.stringValue).joined(separator: ".")
    let sentence = what.hasSuffix(".") ? String(what.dropLast()) : what
    return path.isEmpty ? sentence : "at '\(path)', \(sentence)"
}

private protocol CodingContext {
    var codingPath: [any CodingKey] { get }
}

extension DecodingError.Context: CodingContext {}
extension EncodingError.Context: CodingContext {}

private struct NoContext: CodingContext {
    let codingPath: [any CodingKey] = []
}
