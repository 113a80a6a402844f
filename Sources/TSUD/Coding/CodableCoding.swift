import Foundation

/// The coding of all other `Codable` values, by `PropertyListEncoder` and `PropertyListDecoder`.
///
/// Foundation's encoder may trap on a value with many NaNs of different bits, and on a value that encodes two values in
/// one container. It overflows the stack on a value that nests thousands of levels deep, and on a 128-bit integer.
/// Its work is done by functions that are compiled once for all types.
final class CodableCoding<Value: Codable>: PropertyListCoding {
    func object(of value: Value) throws(CodingFailure) -> PropertyListObject { try encode(value) }

    func value(from object: Any) throws(CodingFailure) -> Value {
        guard let value = try decode(Value.self, from: object) as? Value else { throw CodingFailure() }
        return value
    }
}

private let encoder: PropertyListEncoder = {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
}()
private let decoder = PropertyListDecoder()

private func encode(_ value: any Codable) throws(CodingFailure) -> PropertyListObject {
    do {
        let object = try encodedObject(of: value)
        if object.contains(where: \.isNullMark) { try checkNullMarks(in: object, of: type(of: value)) }
        return object
    } catch {
        throw CodingFailure(error)
    }
}

private func encodedObject<Value: Codable>(of value: Value) throws -> PropertyListObject {
    if let data = try? encoder.encode(value) { return try object(in: data, depth: PropertyListObject.depthLimit) }
    // The top level can't be a scalar. The coding paths of all other errors then begin with the same index as well.
    let data = try encoder.encode([value])
    guard case .array(let objects) = try object(in: data, depth: PropertyListObject.depthLimit + 1) else {
        throw CodingFailure()
    }
    return objects[0]
}

private func object(in data: Data, depth: Int) throws(CodingFailure) -> PropertyListObject {
    do {
        return try BinaryPropertyList.decode(data, depth: depth, isTrusted: true)
    } catch {
        // The data of an encoder can't be damaged.
        throw .tooDeep
    }
}

/// Rejects a string "$null", which the decoder would read as `nil`.
private func checkNullMarks(in object: PropertyListObject, of type: any Codable.Type) throws(CodingFailure) {
    do {
        _ = try decodedValue(type, from: object)
    } catch DecodingError.valueNotFound(let type, let context) where type == String.self {
        let error = DecodingError.valueNotFound(type, context)
        throw CodingFailure(
            detail: "it contains a string \"\(nullMark)\", which stands for nil",
            underlyingError: error
        )
    } catch {
        throw CodingFailure(error)
    }
}

private func decode(_ type: any Codable.Type, from object: Any) throws(CodingFailure) -> any Codable {
    let object = try PropertyListObject(checked: object)
    do {
        return try decodedValue(type, from: object)
    } catch {
        // The object may be a string for a number, as in a list of launch arguments.
        if let canonical = try? object.canonical(as: type, from: .suite), canonical != object,
            let value = try? decodedValue(type, from: canonical)
        {
            return value
        }
        throw CodingFailure(error)
    }
}

private func decodedValue<Value: Codable>(_: Value.Type, from object: PropertyListObject) throws -> Value {
    if object.isContainer, let value = try? decoder.decode(Value.self, from: data(of: object)) { return value }
    // The top level can't be a scalar. The coding paths of all errors begin with the same index.
    guard let value = try decoder.decode([Value].self, from: data(of: .array([object]))).first else {
        throw CodingFailure()
    }
    return value
}

private func data(of object: PropertyListObject) -> Data { Data(BinaryPropertyList.encode(object)) }

extension PropertyListObject {
    /// Whether it is ``nullMark``, or a dictionary with this key.
    fileprivate var isNullMark: Bool {
        switch self {
        case .string(let string): string == nullMark
        case .dictionary(let objects): objects[nullMark] != nil
        default: false
        }
    }
}
