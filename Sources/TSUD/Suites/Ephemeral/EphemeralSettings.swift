import Foundation

/// The suite that stands in for every key's own, on a task and its children.
final class EphemeralSettings: @unchecked Sendable {
    @TaskLocal static var current: EphemeralSettings?

    let suite: UserDefaults
    /// Where the suite is while it is used; `nil` for one in memory.
    let path: String?

    init(suite: UserDefaults, path: String? = nil) {
        self.suite = suite
        self.path = path
    }
}
