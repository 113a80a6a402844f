#if os(Linux)
/// What is found where a file of settings should be.
package enum FileState: Sendable {
    case absent
    /// A property list with a dictionary at its top.
    case settings([String: PropertyListObject], FileStamp)
    /// Anything else that can be read.
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
    /// What was found in the place of settings, such as "it is empty".
    package let reason: String
    /// Whether Foundation must not get to read it: the process would crash, hang, or see no settings at all.
    package var isHarmful = false
}
#endif
