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
