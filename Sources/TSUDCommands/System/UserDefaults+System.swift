import Foundation
import TSUD

/// The administrator's files that the program has applied to a suite; nothing if it has applied none.
extension UserDefaults {
    /// The paths of the files, in the order in which TSUD searches them.
    var systemFiles: [(path: String, isLocked: Bool)] {
        #if os(Linux)
        if AppliedFiles.snapshots(of: self).isEmpty { return [] }
        return possibleSystemFiles
        #else
        return []
        #endif
    }

    /// The paths of the files that the program could apply.
    var possibleSystemFiles: [(path: String, isLocked: Bool)] {
        #if os(Linux)
        let places = SystemPlaces(of: self)
        return [true, false].flatMap { isLocked in places.paths(isLocked: isLocked).map { ($0, isLocked) } }
        #else
        return []
        #endif
    }

    /// The files that can't be read, which TSUD has logged.
    var systemDamages: [(path: String, isLocked: Bool)] {
        #if os(Linux)
        return AppliedFiles.snapshots(of: self).flatMap(\.damages)
        #else
        return []
        #endif
    }

    /// Returns the names of a setting's members to which the files give values.
    func systemMembers(of key: String) -> [String] {
        #if os(Linux)
        return AppliedFiles.snapshots(of: self).flatMap(\.members).filter { $0.setting == key }.map(\.name)
        #else
        return []
        #endif
    }
}
