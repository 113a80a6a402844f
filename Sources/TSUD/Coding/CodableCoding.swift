import Foundation

/// The coding of all other `Codable` values: the property-list objects that `PropertyListEncoder` makes of them.
///
/// Its work is done by functions that are compiled once for all types.
final class CodableCoding<Value: Codable>: PropertyListCoding {
    func object(of value: Value) throws(CodingFailure) -> PropertyListObject { try encode(value) }

    func value(from object: Any) throws(CodingFailure) -> Value {
        guard let value = try decode(Value.self, from: object) as? Value else { throw CodingFailure() }
        return value
    }
}

private func encode(_ value: any Codable) throws(CodingFailure) -> PropertyListObject {
    do {
        let object = try ObjectEncoder.object(of: value)
        if object.isNested(deeperThan: PropertyListObject.depthLimit) { throw CodingFailure.tooDeep }
        if object.contains(where: \.isNullMark) { try checkNullMarks(in: object, of: type(of: value)) }
        return object
    } catch {
        throw CodingFailure(error)
    }
}

/// Rejects a string "$null", which the decoder would read as `nil`.
private func checkNullMarks(in object: PropertyListObject, of type: any Codable.Type) throws(CodingFailure) {
    do {
        _ = try strictlyDecode(type, from: object)
    } catch {
        throw CodingFailure(detail: "it holds a string \"\(nullMark)\", which stands for nil", underlyingError: error)
    }
}

private func decode(_ type: any Codable.Type, from object: Any) throws(CodingFailure) -> any Codable {
    let object = try PropertyListObject(checked: object)
    do {
        return try leniently(type, from: object)
    } catch {
        throw CodingFailure(error, reading: object)
    }
}

/// Decodes an object, and reads scalars inside it as leniently as keys of their types would.
///
/// Launch arguments need that, because every scalar in one is a string. It costs nothing if the types match.
private func leniently(_ type: any Codable.Type, from object: PropertyListObject) throws -> any Codable {
    var object = object
    for _ in 0..<lenientReadingsLimit {
        do {
            return try strictlyDecode(type, from: object)
        } catch DecodingError.typeMismatch(let type, let context) {
            let path = context.codingPath.dropFirst()
            guard object.isSmall, let scalar = type as? any PropertyListNative.Type,
                let replaced = object.replacingScalar(at: path, by: scalar)
            else { throw DecodingError.typeMismatch(type, context) }
            object = replaced
        }
    }
    return try strictlyDecode(type, from: object)
}

/// How many scalars of one object are read leniently; each costs another decoding, and launch arguments are short.
private let lenientReadingsLimit = 100

private func strictlyDecode<Value: Codable>(_: Value.Type, from object: PropertyListObject) throws -> Value {
    if object.isContainer, let value = try? decoder.decode(Value.self, from: data(of: object)) { return value }
    // In an array, as a scalar has to be, and so that the coding paths of all errors begin with the same index.
    guard let value = try decoder.decode([Value].self, from: data(of: .array([object]))).first else {
        throw CodingFailure()
    }
    return value
}

private let decoder = PropertyListDecoder()

private func data(of object: PropertyListObject) -> Data { Data(BinaryPropertyList.encode(object)) }

extension PropertyListObject {
    /// Whether it is the mark for `nil`, or a dictionary with it as a key.
    fileprivate var isNullMark: Bool {
        switch self {
        case .string(let string): string == nullMark
        case .dictionary(let objects): objects[nullMark] != nil
        default: false
        }
    }

    /// Whether it is small enough to be decoded repeatedly; one of 100,000 elements takes a second each time.
    fileprivate var isSmall: Bool { partsLeft(of: 1_000) > 0 }

    private func partsLeft(of count: Int) -> Int {
        switch self {
        case .array(let objects): objects.reduce(count - 1) { $0 > 0 ? $1.partsLeft(of: $0) : 0 }
        case .dictionary(let objects): objects.values.reduce(count - 1) { $0 > 0 ? $1.partsLeft(of: $0) : 0 }
        default: count - 1
        }
    }

    /// The object with the scalar at a path converted to another type; `nil` if it can't be converted.
    fileprivate func replacingScalar(
        at path: ArraySlice<any CodingKey>,
        by type: any PropertyListNative.Type
    ) -> Self? {
        guard let key = path.first else { return type.init(self)?.propertyListObject }
        guard let inner = part(key)?.replacingScalar(at: path.dropFirst(), by: type) else { return nil }
        switch self {
        case .array(var objects):
            guard let index = key.intValue else { return nil }
            objects[index] = inner
            return .array(objects)
        case .dictionary(var objects):
            objects[key.stringValue] = inner
            return .dictionary(objects)
        default:
            return nil
        }
    }
}
