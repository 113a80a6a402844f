package import Foundation

/// A suite, compared by identity.
///
/// It retains the suite, because another suite could get the address of one that is released.
package struct SuiteIdentity: Hashable, Sendable {
    private let backend: any Suite

    fileprivate init(_ backend: any Suite) { self.backend = backend }

    package static func == (one: Self, other: Self) -> Bool {
        one.backend.observations === other.backend.observations
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(backend.observations)) }
}

// The parts of a suite that the package's other products use.
extension UserDefaults {
    private var backend: any Suite { SuiteRegistry.backend(of: self) }

    /// The identity of the suite, which several `UserDefaults` objects of one suite share if that is known.
    package var suiteIdentity: SuiteIdentity { SuiteIdentity(backend) }

    /// The types of settings that this process has used in the suite, without the library's own.
    package var usedSettings: [any TSUD.Type] {
        backend.observations.usedNames.types.filter { !($0 is any LibraryKey.Type) }
    }

    #if os(Linux)
    private var saved: SavedSuite? { (backend as? LinuxSuite)?.saved }
    /// The path of the suite's file, if it is known.
    package var filePath: String? { saved?.file.path }
    /// Whether the file could not be read at first use, which TSUD has logged.
    package var isUnreadableAtFirstUse: Bool { saved?.isUnreadableAtFirstUse ?? false }
    #else
    package var filePath: String? { nil }
    package var isUnreadableAtFirstUse: Bool { false }
    #endif

    /// All names that the suite itself stores.
    package var storedNames: [String] { backend.storedKeys(withPrefix: "") }

    /// Returns the object that the suite itself stores under a name.
    package func storedObject(named name: String) -> Any? { backend.storedObject(forKey: name) }

    /// Whether the suite may store an object under a name that can't be found.
    package func mayHide(_ name: String) -> Bool { backend.mayHide(name) }
}
