#if os(Linux)
import Foundation
import SettingsFile

/// The settings in the data of a property list, looked at before Foundation is, which crashes on some.
func settings(inPropertyList data: Data) -> [String: PropertyListObject]? {
    try? PropertyListFile.parse(data).get()
}
#endif
