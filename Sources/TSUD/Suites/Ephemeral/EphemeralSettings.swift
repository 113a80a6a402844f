import Foundation

/// The suite that stands in for every key's own, on a task and its children.
struct EphemeralSettings: @unchecked Sendable {
    @TaskLocal static var current: Self?

    let suite: UserDefaults
    /// Where the suite is while it is used; `nil` for one in memory.
    var path: String?
}
