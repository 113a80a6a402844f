import Foundation

/// One key in one suite: who hears of its changes, and who saves them.
final class Slot: @unchecked Sendable {
    let key: String
    let observers: Observers
    /// `nil` for a suite that is never saved.
    let saver: SuiteSaver?

    init(key: String, saver: SuiteSaver?) {
        self.key = key
        self.saver = saver
        observers = Observers()
    }
}

extension Slot {
    /// Tells everybody who hears of changes that this process has stored something.
    ///
    /// An ephemeral suite tells of it by itself.
    func announceStored() {
        if saver != nil { observers.changed() }
    }
}
