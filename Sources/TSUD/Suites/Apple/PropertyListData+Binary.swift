#if canImport(Darwin)
import Foundation

extension PropertyListData {
    /// Converts a property list to the binary format; `nil` if it is none.
    static func binary(from data: Data) -> Data? {
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) else { return nil }
        return try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    }
}
#endif
