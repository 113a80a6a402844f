/// A value in one of an administrator's files, which only Linux has.
///
/// A suite returns it as the object of a key, because only the setting knows how to read JSON.
final class SystemValue: Sendable {
    enum Contents: Equatable, Sendable {
        case propertyList(PropertyListObject)
        /// JSON on one line.
        case json(String)
    }

    let contents: Contents
    /// The path of the file.
    let path: String
    /// Whether nothing takes precedence over it.
    let isLocked: Bool

    init(_ contents: Contents, path: String, isLocked: Bool) {
        (self.contents, self.path, self.isLocked) = (contents, path, isLocked)
    }
}
