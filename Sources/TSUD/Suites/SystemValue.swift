package import Foundation

/// A value in one of an administrator's files, which only Linux searches.
///
/// A suite returns it as the object of a key, because only the setting can decode JSON.
package final class SystemValue: Sendable {
    enum Contents: Equatable, Sendable {
        case propertyList(PropertyListObject)
        /// JSON on one line.
        case json(String)
    }

    let contents: Contents
    /// The path of the file.
    package let path: String
    /// Whether nothing takes precedence over it.
    package let isLocked: Bool

    init(_ contents: Contents, path: String, isLocked: Bool) {
        (self.contents, self.path, self.isLocked) = (contents, path, isLocked)
    }

    /// The object itself, if it is one; a cast to a class would first convert any container, however deep.
    static func cast(_ object: Any?) -> SystemValue? {
        guard let object, type(of: object) == Self.self else { return nil }
        return object as? SystemValue
    }
}

/// Returns the values in the contents of a property list or, by the extension of its path, of a JSON file.
///
/// - Throws: `damagedFile`.
package func systemValues(in data: Data, at path: String) throws(TSUDError) -> [String: SystemValue] {
    do throws(Damage) {
        let contents: [String: SystemValue.Contents] =
            path.hasSuffix(".json")
            ? try JSONText.members(of: data).mapValues { .json($0) }
            : try PropertyListData.settings(in: data).mapValues { .propertyList($0) }
        return contents.mapValues { SystemValue($0, path: path, isLocked: false) }
    } catch {
        throw TSUDError(.damagedFile, path: path, description: "\(path): \(error.reason).")
    }
}
