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

    func isSame(as other: Self) -> Bool {
        isSameObject(effective, other.effective) && isSameObject(stored, other.stored)
    }
}
