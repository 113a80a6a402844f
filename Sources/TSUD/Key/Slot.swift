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

    /// Stores something under the key and removes others; sees to it that this gets saved.
    ///
    /// - Parameters:
    ///   - form: what to store.
    ///   - type: the type of the value that it stands for.
    ///   - formerKeys: the keys to remove.
    ///   - suite: the suite, which is this slot's.
    func store(_ form: StoredForm, as type: Any.Type, removing formerKeys: [String], in suite: UserDefaults) {
        guard let saver else {
            suite.set(form.object, forKey: key)
            for former in formerKeys { suite.removeObject(forKey: former) }
            return
        }
        let uncertain = ownWrite.note(form.object, as: type, in: suite)
        repeat {
            suite.store(form, forKey: key, uncertain: uncertain)
            for former in formerKeys { suite.removeObject(forKey: former) }
        } while !saver.noteWrite(of: key, removing: formerKeys)
    }

    /// Removes the key and others; sees to it that this gets saved.
    func remove(removing formerKeys: [String], in suite: UserDefaults) {
        ownWrite.noteRemoval(in: suite)
        repeat {
            suite.removeObject(forKey: key)
            for former in formerKeys { suite.removeObject(forKey: former) }
        } while saver?.noteWrite(of: key, removing: formerKeys) == false
    }

    /// Tells everybody who hears of changes that there is one that was not made through this slot.
    func announceForeign() {
        if ownWrite.isStillStored(under: key) { return }
        observers.changed()
    }
}
