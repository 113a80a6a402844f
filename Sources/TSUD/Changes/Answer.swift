/// What a suite answers for a key: the object that `UserDefaults` returns, and the one stored in the suite itself.
///
/// They differ where a launch argument or an administrator hides what is stored, or where nothing is stored.
struct Answer {
    let effective: Any?
    let stored: Any?

    init(_ backend: any SuiteBackend, _ key: String) {
        effective = backend.object(forKey: key)
        stored = backend.storedObject(forKey: key)
    }

    /// What the suite stores under all keys with a prefix, for those who observe them together.
    init(_ backend: any SuiteBackend, prefix: String) {
        var objects: [String: Any] = [:]
        for key in backend.storedKeys(withPrefix: prefix) { objects[key] = backend.storedObject(forKey: key) }
        (effective, stored) = (nil, objects)
    }

    func isSame(as other: Self) -> Bool {
        isSameObject(effective, other.effective) && isSameObject(stored, other.stored)
    }
}
