import Foundation

/// The slots of one suite: each key that was used in it since the start.
final class SlotTable: @unchecked Sendable {
    private let lock = NSLock()
    private var slots: [String: Slot] = [:]

    func slot(for key: String, orMake make: () -> Slot) -> Slot {
        lock.withLock {
            if let slot = slots[key] { return slot }
            let slot = make()
            slots[key] = slot
            return slot
        }
    }

    /// Tells the readers of these keys that the stored objects may be new.
    func announce(_ keys: some Sequence<String>) {
        let changed = lock.withLock { keys.compactMap { slots[$0] } }
        for slot in changed { slot.announceForeign() }
    }
}
