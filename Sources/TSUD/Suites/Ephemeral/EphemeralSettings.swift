import Foundation

/// The suite that replaces every key's own on a task and its child tasks.
final class EphemeralSettings: @unchecked Sendable {
    @TaskLocal static var current: EphemeralSettings?

    let suite: UserDefaults
    /// The path of the suite's file; `nil` for a suite in memory.
    let path: String?

    init(suite: UserDefaults, path: String? = nil) {
        self.suite = suite
        self.path = path
    }
}
