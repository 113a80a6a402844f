#if os(Linux)
/// What a `synchronize()` of another process wrote in place to a file that was just replaced.
struct InPlaceWrite {
    /// What the file contained before.
    let base: [String: PropertyListObject]
    /// What was written to it in place, and when.
    let settings: [String: PropertyListObject]
    let time: Int64
    /// What the file contains that replaced it.
    let replacement: [String: PropertyListObject]

    /// The state of the file with these changes, except where it was changed since the replacement.
    func merged(into state: FileState) -> FileState {
        guard case .settings(var merged, let stamp) = state else { return state }
        for key in changedKeys(from: base, to: settings) where merged[key] == replacement[key] {
            merged[key] = settings[key]
        }
        return .settings(merged, stamp)
    }
}
#endif
