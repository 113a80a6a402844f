import Foundation

/// The route of every other `Codable` value: the property-list objects that `PropertyListEncoder` makes of it.
///
/// The encoder takes only containers at the top, so a value travels in an array of one where it has to.
final class CodableCoding<Value: Codable>: PropertyListCoding, @unchecked Sendable {
    private let encoder: PropertyListEncoder = {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }()
    private let decoder = PropertyListDecoder()
    private let lastData = LastData()
    /// Whether a value has been met that the encoder takes only in an array.
    private let travelsWrapped = Latch()

    func form(of value: Value) throws(CodingFailure) -> StoredForm {
        do {
            let encoded = try encode(value)
            try checkNullMarks(in: encoded)
            guard let object = try parse(encoded) else { throw CodingFailure() }
            // The file that it is saved in is one level more, which the parser has to read back.
            if encoded.data.count > smallestTooDeepData, isTooDeep(object) { throw CodingFailure(detail: tooDeep) }
            if encoded.isWrapped != isContainer(object) { lastData.keep(encoded.data, of: object) }
            return StoredForm(varying: object)
        } catch {
            throw CodingFailure(error)
        }
    }

    /// What the encoder makes of a value, or of an array of it alone.
    private struct Encoded {
        let data: Data
        let isWrapped: Bool
    }

    private func encode(_ value: Value) throws -> Encoded {
        if !travelsWrapped.isSet {
            if let data = try? encoder.encode(value) { return Encoded(data: data, isWrapped: false) }
        }
        let data = try encoder.encode([value])
        // A type that has once made a scalar is taken to make mostly scalars.
        travelsWrapped.set()
        return Encoded(data: data, isWrapped: true)
    }

    /// The decoder takes a string "$null" for `nil`: better to refuse it than to store what can't be read.
    private func checkNullMarks(in encoded: Encoded) throws {
        guard encoded.data.range(of: Data(nullMark.utf8)) != nil else { return }
        do {
            if encoded.isWrapped {
                _ = try decoder.decode([Value].self, from: encoded.data)
            } else {
                _ = try decoder.decode(Value.self, from: encoded.data)
            }
        } catch {
            throw CodingFailure(
                detail: "it holds a string \"\(nullMark)\", which stands for nil",
                underlyingError: error
            )
        }
    }

    /// The object that the encoder made.
    private func parse(_ encoded: Encoded) throws -> Any? {
        do {
            let object = try PropertyListSerialization.propertyList(from: encoded.data, format: nil)
            return encoded.isWrapped ? propertyListArray(object)?.first : object
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
        let data = try data(of: object)
        if isContainer(object) {
            do {
                return try decoder.decode(Value.self, from: data)
            } catch {
                // Once more in an array, so that the paths of all errors begin with the same step.
                return try decodeWrapped(serialize([object]))
            }
        }
        return try decodeWrapped(data)
    }

    private func decodeWrapped(_ data: Data) throws -> Value {
        guard let value = try decoder.decode([Value].self, from: data).first else { throw CodingFailure() }
        return value
    }

    /// The data that the decoder takes, of a container as it is, of a scalar in an array.
    ///
    /// It is dearer to make than all the rest of a read.
    private func data(of object: Any) throws -> Data {
        if let data = lastData.data(of: object) { return data }
        if isTooDeep(object) { throw CodingFailure(detail: tooDeep) }
        let root = isContainer(object) ? object : [object]
        let data = try serialize(root)
        lastData.keep(data, of: object)
        return data
    }

    private func serialize(_ root: Any) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
    }
}

/// Data of fewer bytes can't hold so many containers: each takes two, and its place in the table of offsets one.
private let smallestTooDeepData = 3 * propertyListDepthLimit

private func isContainer(_ object: Any) -> Bool {
    // What Foundation on Linux hands out for a dictionary; a look at the type is cheaper than one at its conformances.
    if type(of: object) == [AnyHashable: Any?].self { return true }
    return object is any Collection && !isSwiftScalar(object)
}

/// Something that becomes true some time, on whichever thread.
private final class Latch: @unchecked Sendable {
    private let lock = NSLock()
    private var isTrue = false

    var isSet: Bool { lock.withLock { isTrue } }
    func set() { lock.withLock { isTrue = true } }
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
