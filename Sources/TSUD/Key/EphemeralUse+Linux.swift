#if !canImport(Darwin)
import Synchronization

/// Whether the process has ever used an ephemeral suite: until then no read looks for one on its task.
enum EphemeralUse {
    private static let begun = Atomic(false)

    static var hasBegun: Bool { begun.load(ordering: .relaxed) }

    /// Call it before a suite is put where its readers find it: whatever runs there comes after.
    static func begin() {
        begun.store(true, ordering: .relaxed)
    }
}
#endif
