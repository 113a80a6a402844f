/// What a suite answers for a key: the object that `UserDefaults` returns, and the one stored in the suite itself.
///
/// They differ where a launch argument or an administrator hides what is stored, or where nothing is stored.
struct Answer {
    let effective: Any?
    let stored: Any?

    init(_ suite: any Suite, _ key: String) {
        effective = suite.object(forKey: key)
        stored = suite.storedObject(forKey: key)
    }

    /// What the suite stores under all keys with a prefix, for those who observe them together.
    init(_ suite: any Suite, prefix: String) {
        var objects: [String: Any] = [:]
        for key in suite.storedKeys(withPrefix: prefix) { objects[key] = suite.storedObject(forKey: key) }
        (effective, stored) = (nil, objects)
    }

    func isSame(as other: Self) -> Bool {
        isSameObject(effective, other.effective) && isSameObject(stored, other.stored)
    }
}
