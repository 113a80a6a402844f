#if os(Linux)
/// What is at the path of a settings file.
package enum FileState: Sendable {
    case absent
    /// A property list with a dictionary at the top level.
    case settings([String: PropertyListObject], FileStamp)
    /// Any other readable file.
    case damaged(Damage, FileStamp)

    package var settings: [String: PropertyListObject] {
        if case .settings(let settings, _) = self { settings } else { [:] }
    }

    package var stamp: FileStamp? {
        switch self {
        case .absent: nil
        case .settings(_, let stamp), .damaged(_, let stamp): stamp
        }
    }
}

/// What is wrong with a file.
package struct Damage: Error, Equatable, Sendable {
    /// A clause for messages, such as "it is empty".
    package let reason: String
    /// Whether Foundation must not read the file, because it would crash, stall, or see no settings at all.
    package var isHarmful = false
}
#endif
