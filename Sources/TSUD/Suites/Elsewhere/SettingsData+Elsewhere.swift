#if !os(Linux)
import Foundation
import SettingsFile

/// The settings in the data of a property list.
func settings(inPropertyList data: Data) -> PropertyListDictionary? {
    let object = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return (object as? [AnyHashable: Any]).flatMap { PropertyListObject.dictionary(from: $0) }
}
#endif
