#if !canImport(Darwin)
import Foundation

extension UserDefaults {
    /// Stores an object that a property list holds, whatever is stored now.
    ///
    /// Foundation on Linux keeps the old object where it takes the new one for equal: 1.0 for 1, 0.0 for -0.0 inside an
    /// array, a composed letter for a decomposed one. So a dictionary is handed over as one that equals nothing; for
    /// other objects that may be taken for another the old one is looked at, which costs a read.
    ///
    /// - Parameters:
    ///   - form: what to store.
    ///   - key: the key to store it under.
    ///   - uncertain: whether the old object may be of another kind than the new one.
    func store(_ form: StoredForm, forKey key: String, uncertain: Bool) {
        if form.likeness == .dictionary, let dictionary = form.object as? [String: Any] {
            set(UnequalDictionary(dictionary), forKey: key)
            return
        }
        if uncertain || form.likeness != .none, let old = object(forKey: key), passes(old, for: form.object) {
            removeObject(forKey: key)
        }
        set(form.object, forKey: key)
    }
}

/// A dictionary that equals no other.
private final class UnequalDictionary: NSDictionary {
    private var contents: [String: Any] = [:]

    convenience init(_ contents: [String: Any]) {
        self.init()
        self.contents = contents
    }

    override var count: Int { contents.count }
    override func object(forKey aKey: Any) -> Any? { (aKey as? String).flatMap { contents[$0] } }
    override func keyEnumerator() -> NSEnumerator { NSArray(array: Array(contents.keys)).objectEnumerator() }
    override func isEqual(_ value: Any?) -> Bool { false }

    /// The way by which Foundation copies what it stores; its own takes three times as long, as it looks up each key.
    override func enumerateKeysAndObjects(
        options: NSEnumerationOptions = [],
        using block: (Any, Any, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var isStopped = ObjCBool(false)
        for (key, object) in contents {
            block(key, object, &isStopped)
            if isStopped.boolValue { return }
        }
    }
}

/// Whether Foundation would keep the old object instead of a new one that is not the same.
private func passes(_ old: Any, for new: Any) -> Bool {
    NSArray(array: [old]).isEqual(NSArray(array: [new])) && !isSameObject(old, new)
}
#endif
