import Foundation
import TSUD

/// Converts exported settings to property-list data.
enum ExportedSettings {
    /// XML, or the binary format if XML would lose something.
    static func data(of objects: NamedValues<Any>) throws(TSUDError) -> Data {
        do {
            var settings = PropertyListDictionary()
            for (name, object) in objects { settings[name] = try PropertyListObject(checked: object) }
            return try PropertyListData.xml(of: settings) ?? Data(BinaryPropertyList.encode(.dictionary(settings)))
        } catch {
            let description = "The settings can't be exported: one of them is nested too deeply for a property list."
            throw TSUDError(.unencodable, underlyingError: error, description: description)
        }
    }

    /// The error about a property list that holds no setting, and so is likely to be another program's.
    static func foreign(_ names: [String]) -> TSUDError {
        let names = names.sorted()
        let some = names.prefix(3).map(quoted).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return TSUDError(.unreadable, description: "No name in the data belongs to a setting of the list: \(some).")
    }
}
