import Foundation
import TSUD

extension FoundObject {
    /// Returns the values in the contents of a property list or, by the extension of its path, of a JSON file.
    ///
    /// - Throws: `damagedFile`.
    static func all(in data: Data, at path: String) throws(TSUDError) -> [String: FoundObject] {
        do throws(Damage) {
            let objects: [String: Any] =
                path.hasSuffix(".json")
                ? try JSON.settings(in: data).mapValues(\.text)
                : try PropertyListData.settings(in: data).mapValues(\.foundationObject)
            return objects.mapValues { FoundObject($0, .system, path: path) }
        } catch {
            throw TSUDError(.damagedFile, path: path, description: "\(path): \(error.reason).")
        }
    }
}
