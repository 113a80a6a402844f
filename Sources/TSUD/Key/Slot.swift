import Foundation

/// One key in one suite: who hears of its changes, and who saves them.
final class Slot: @unchecked Sendable {
    let key: String
    let observers: Observers
    /// `nil` for a suite that is never saved.
    let saver: SuiteSaver?
    private let source: ChangeSource?
    private let lock = NSLock()
    private var lastStored: ObjectIdentifier?

    init(key: String, saver: SuiteSaver? = nil, source: ChangeSource? = nil) {
        self.key = key
        self.saver = saver
        self.source = source
        observers = Observers(source: source)
    }

    deinit {
        source?.stop()
    }

    /// Runs what writes the slot's key, so that the change is saved where the library saves.
    ///
    /// - Parameter formerKeys: other keys that it removes.
    func write(removing formerKeys: [String], _ body: () -> Void) {
        if let saver {
            saver.write(key, removing: formerKeys, body)
        } else {
            body()
        }
    }

    /// Notes that a value of a type is about to be stored; whether the one before was of another, or not of ours.
    func changesType(to type: Any.Type) -> Bool {
        lock.withLock {
            defer { lastStored = ObjectIdentifier(type) }
            return lastStored != ObjectIdentifier(type)
        }
    }

    /// Tells everybody who hears of changes that something else has stored something.
    func announceForeign() {
        lock.withLock { lastStored = nil }
        observers.changed()
    }
}
