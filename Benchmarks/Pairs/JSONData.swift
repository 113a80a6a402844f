import Foundation

/// The implementation of many libraries: a `Codable` value is stored as the data that `JSONEncoder` makes of it.
///
/// The encoder and the decoder are reused.
enum JSONData {
    private static let encoder = JSONEncoder()
    private static let decoder = JSONDecoder()

    static func of(_ value: some Encodable) -> Data {
        (try? encoder.encode(value)) ?? Data()
    }

    static func value<Value: Codable>(_ key: String, default defaultValue: Value) -> Value {
        guard let data = measured.data(forKey: key) else { return defaultValue }
        return (try? decoder.decode(Value.self, from: data)) ?? defaultValue
    }

    static func set(_ value: some Codable, _ key: String) {
        if let data = try? encoder.encode(value) { measured.set(data, forKey: key) }
    }
}
