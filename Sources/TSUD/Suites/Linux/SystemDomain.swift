#if os(Linux)
package import Foundation
import Synchronization

/// The values that an administrator gives the settings of a suite, in the whole process.
///
/// A program applies them, and the search looks them up here.
final class SystemDomain: Sendable {
    private let values = Locked<NamedValues<SystemValues>>([:])
    /// Whether any setting has ever had a value; each read of a setting looks here first, without a lock.
    private let hadValues = Atomic(false)

    private static let all = Locked<NamedValues<SystemDomain>>([:])

    /// Returns the domain of a suite, the same one each time.
    static func named(_ name: String) -> SystemDomain {
        all.withLock { all in
            let domain = all[name] ?? SystemDomain()
            all[name] = domain
            return domain
        }
    }

    func values(forKey key: String) -> SystemValues? {
        guard hadValues.load(ordering: .acquiring) else { return nil }
        return values.withLock { $0[key] }
    }

    /// Replaces the values of some keys, all at once.
    ///
    /// - Returns: The keys whose values have changed.
    fileprivate func replace(_ keys: Set<Spelling>, with new: NamedValues<SystemValues>) -> [String] {
        values.withLock { values in
            let changed = keys.union(new.keys.map(Spelling.init)).map(\.name).filter { key in
                guard let old = values[key], let new = new[key] else { return values[key] != nil || new[key] != nil }
                return !old.isSame(as: new)
            }
            for key in changed { values[key] = new[key] }
            hadValues.store(true, ordering: .releasing)
            return changed.sorted()
        }
    }
}

extension UserDefaults {
    /// Replaces the values that an administrator gives some keys of the suite, and notifies observers.
    ///
    /// They stay in the process when this object is released.
    ///
    /// - Parameters:
    ///   - keys: The keys that have no other values afterwards.
    ///   - values: The new values by key. A setting's own code has decoded and validated each.
    package func replaceSystemValues(of keys: Set<Spelling>, with values: NamedValues<SystemValues>) {
        guard let suite = SuiteRegistry.backend(of: self) as? LinuxSuite else { return }
        let changed = suite.system.replace(keys, with: values)
        if !changed.isEmpty { suite.observations.noteExternalChanges(of: changed) }
    }
}
#endif
