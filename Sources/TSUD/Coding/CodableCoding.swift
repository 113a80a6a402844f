import Foundation

/// The coding of all other `Codable` values: the property-list objects that `PropertyListEncoder` makes of them.
///
/// The encoder accepts only containers at the top level, so a value that encodes as a scalar is wrapped in an array.
final class CodableCoding<Value: Codable>: PropertyListCoding {
    private let encoder: PropertyListEncoder = {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }()
    private let decoder = PropertyListDecoder()

    func object(of value: Value) throws(CodingFailure) -> PropertyListObject {
        do {
            let encoded = try encode(value)
            try checkNullMarks(in: encoded)
            return try parse(encoded)
        } catch {
            throw CodingFailure(error)
        }
    }

    /// What the encoder makes of a value, or of an array around it.
    private struct Encoded {
        let data: Data
        let isWrapped: Bool
    }

    private func encode(_ value: Value) throws -> Encoded {
        let value = CanonicalNaNs(value: value)
        if let data = try? encoder.encode(value) { return Encoded(data: data, isWrapped: false) }
        return Encoded(data: try encoder.encode([value]), isWrapped: true)
    }

    /// Rejects a string "$null", which the decoder would read as `nil`.
    ///
    /// An archive holds one as well; then this finds out whether it can be read.
    private func checkNullMarks(in encoded: Encoded) throws {
        let mark = encoded.data.range(of: Data(nullMark.utf8))
        if mark == nil { return }
        do {
            if encoded.isWrapped {
                _ = try decoder.decode([Value].self, from: encoded.data)
            } else {
                _ = try decoder.decode(Value.self, from: encoded.data)
            }
        } catch {
            let holdsMark = try parse(encoded).holds(.string(nullMark))
            throw CodingFailure(
                detail: holdsMark
                    ? "it holds a string \"\(nullMark)\", which stands for nil" : "what it encodes can't be decoded",
                underlyingError: error
            )
        }
    }

    /// Parses the encoder's data.
    private func parse(_ encoded: Encoded) throws -> PropertyListObject {
        do {
            let depth = PropertyListObject.depthLimit + (encoded.isWrapped ? 1 : 0)
            let object = try BinaryPropertyList.decode(encoded.data, depth: depth, isTrusted: true)
            guard encoded.isWrapped else { return object }
            guard case .array(let wrapped) = object, let first = wrapped.first else { throw CodingFailure() }
            return first
        } catch {
            // The encoder has just produced it, so only the depth can be wrong.
            throw CodingFailure(detail: CodingFailure.tooDeep.detail, underlyingError: error)
        }
    }

    func value(from object: Any) throws(CodingFailure) -> Value {
        let object = try PropertyListObject(checked: object)
        do {
            return try decode(object)
        } catch {
            throw CodingFailure(error, reading: object)
        }
    }

    /// Decodes an object, and reads scalars inside it as leniently as keys of their types would.
    ///
    /// Launch arguments need that, because every scalar in one is a string. It costs nothing if the types match.
    private func decode(_ object: PropertyListObject) throws -> Value {
        var object = object
        for _ in 0..<lenientReadingsLimit {
            do {
                return try strictlyDecode(object)
            } catch DecodingError.typeMismatch(let type, let context) {
                let path = context.codingPath.dropFirst()
                guard object.isSmall, let scalar = type as? any PropertyListNative.Type,
                    let replaced = object.replacingScalar(at: path, by: scalar)
                else { throw DecodingError.typeMismatch(type, context) }
                object = replaced
            }
        }
        return try strictlyDecode(object)
    }

    private func strictlyDecode(_ object: PropertyListObject) throws -> Value {
        if object.isContainer, let value = try? decoder.decode(Value.self, from: serialize(object)) { return value }
        // In an array, as a scalar has to be, and so that the coding paths of all errors begin with the same index.
        guard let value = try decoder.decode([Value].self, from: serialize(.array([object]))).first else {
            throw CodingFailure()
        }
        return value
    }

    private func serialize(_ object: PropertyListObject) -> Data { Data(BinaryPropertyList.encode(object)) }
}

/// How many scalars of one object are read leniently; each costs another decoding, and launch arguments are short.
private let lenientReadingsLimit = 100
