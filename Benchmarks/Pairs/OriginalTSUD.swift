import Foundation

/// The implementation of the original TSUD (2017): an encoder and a serializer for every access.
enum OriginalTSUD {
    static func value<Value: Codable>(_ key: String, default defaultValue: Value) -> Value {
        guard let object = measured.object(forKey: key) else { return defaultValue }
        do {
            let data = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
            return try PropertyListDecoder().decode([Value].self, from: data).first ?? defaultValue
        } catch {
            return defaultValue
        }
    }

    static func set(_ value: some Codable, _ key: String) {
        do {
            let data = try PropertyListEncoder().encode([value])
            let objects = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            measured.set(objects?.first, forKey: key)
        } catch {
            measured.removeObject(forKey: key)
        }
    }
}
