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
            try checkNullMarks(in: data)
            guard let object = try parse(data) else { throw CodingFailure() }
            // The file that it is saved in is one level more, which the parser has to read back.
            if isTooDeep(object) { throw CodingFailure(detail: tooDeep) }
            lastData.keep(data, of: object)
            return StoredForm(varying: object)
        } catch {
            throw CodingFailure(error)
        }
    }

    /// The decoder takes a string "$null" for `nil`: better to refuse it than to store what can't be read.
    private func checkNullMarks(in data: Data) throws {
        guard data.range(of: Data(nullMark.utf8)) != nil else { return }
        do {
            _ = try decoder.decode([Value].self, from: data)
        } catch {
            throw CodingFailure(
                detail: "it holds a string \"\(nullMark)\", which stands for nil",
                underlyingError: error
            )
        }
    }

    /// The object that the encoder made.
    private func parse(_ data: Data) throws -> Any? {
        do {
            return propertyListArray(try PropertyListSerialization.propertyList(from: data, format: nil))?.first
        } catch {
            // The encoder has just made it, so nothing else can be wrong with it.
            throw CodingFailure(detail: tooDeep, underlyingError: error)
        }
    }

    func value(from object: Any) throws(CodingFailure) -> Value {
        do {
            return try decode(object)
        } catch {
            throw CodingFailure(error, reading: object)
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
        if isTooDeep(object) { throw CodingFailure(detail: tooDeep) }
        let data = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
        lastData.keep(data, of: object)
        return data
    }
}

private let tooDeep = "it nests deeper than \(propertyListDepthLimit) levels"

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
