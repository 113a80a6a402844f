#if os(Linux)
/// What is at the path of a settings file.
package enum FileState: Sendable {
    case absent
    /// A property list with a dictionary at the top level.
    case settings(PropertyListDictionary, FileStamp)
    /// Any other readable file.
    case damaged(Damage, FileStamp)

    package var settings: PropertyListDictionary {
        if case .settings(let settings, _) = self { settings } else { [:] }
    }

    package var stamp: FileStamp? {
        switch self {
        case .absent: nil
        case .settings(_, let stamp), .damaged(_, let stamp): stamp
        }
    }
}
#endif
