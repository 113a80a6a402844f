import Foundation

/// A key type and a suite that it is used in: what every read takes, for any type of values.
@usableFromInline
class KnownKey: @unchecked Sendable {
    let type: ObjectIdentifier
    let suite: UserDefaults
    let slot: Slot
    /// The string that the value is stored under.
    @usableFromInline final let key: String
    /// Whether an object that is a `ValueType` is the value, with nothing left to read into it or to look for elsewhere.
    @usableFromInline final let isDirect: Bool
    /// Whether the value may be `nil`.
    let isOptional: Bool
    /// Whether the key is the type's own name, and so always the same.
    @usableFromInline final let isDerived: Bool
    private let observers: Observers

    init(
        of type: ObjectIdentifier,
        in suite: UserDefaults,
        slot: Slot,
        isDirect: Bool,
        isOptional: Bool,
        isDerived: Bool
    ) {
        self.type = type
        self.suite = suite
        self.slot = slot
        self.isDirect = isDirect
        self.isOptional = isOptional
        self.isDerived = isDerived
        key = slot.key
        observers = slot.observers
    }

    /// Notes that the key is about to be read, for whoever is tracking reads.
    @usableFromInline
    final func access() {
        observers.access()
    }

    /// Tells everybody who hears of changes that this process has stored something; call it with no lock held.
    final func announceStored() {
        slot.announceStored()
    }
}
