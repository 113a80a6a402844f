import Foundation

/// One key in one suite: who hears of its changes, and who saves them.
final class Slot: @unchecked Sendable {
    let key: String
    let observers: Observers
    private let source: ChangeSource?
    /// `nil` for a suite that is never saved.
    let saver: SuiteSaver?
    private let ownWrite = OwnWrite()

    init(key: String, saver: SuiteSaver? = nil, source: ChangeSource? = nil) {
        self.key = key
        self.saver = saver
        self.source = source
        observers = Observers(source: source)
    }

    deinit {
        source?.stop()
    }

    /// Puts an object under the key, or removes the key, and removes others; sees to it that this gets saved.
    ///
    /// - Parameters:
    ///   - object: the object to store; `nil` removes the key.
    ///   - type: the type of the value that it stands for.
    ///   - mayVary: whether values of this type may be stored as objects of several kinds.
    ///   - formerKeys: the keys to remove.
    ///   - suite: the suite, which is this slot's.
    func store(_ object: Any?, as type: Any.Type, mayVary: Bool, removing formerKeys: [String], in suite: UserDefaults)
    {
        guard let saver else { return put(object, uncertain: false, removing: formerKeys, in: suite) }
        let uncertain = ownWrite.note(object, as: type, in: suite) || mayVary
        saver.write(key, removing: formerKeys) {
            put(object, uncertain: uncertain, removing: formerKeys, in: suite)
        }
    }

    private func put(_ object: Any?, uncertain: Bool, removing formerKeys: [String], in suite: UserDefaults) {
        if let object {
            suite.store(object, forKey: key, uncertain: uncertain)
        } else {
            suite.removeObject(forKey: key)
        }
        for former in formerKeys { suite.removeObject(forKey: former) }
    }

    /// Tells everybody who hears of changes that there is one that was not made through this slot.
    func announceForeign() {
        if ownWrite.isStillStored(under: key) { return }
        observers.changed()
    }
}
