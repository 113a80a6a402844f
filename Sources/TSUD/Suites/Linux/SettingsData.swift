#if os(Linux)
import Foundation
import SettingsFile

/// The settings in a property list, which is checked before Foundation parses it, because Foundation crashes on some.
func settings(inPropertyList data: Data) -> PropertyListDictionary? {
    try? PropertyListFile.parse(data).get()
}
#endif
