/// What happens while settings are synchronized.
///
/// A name is the setting's `stringKey`, or a member's. The text `$null` stands for a stored `nil`.
public enum TSUDSyncEvent: Hashable, Sendable {
    /// A value from the store was stored on this device; without a text, the setting was reset.
    case received(name: String, text: String?)
    /// A value of this device was written to the store; without a text, it was removed there.
    case sent(name: String, text: String?)
    /// A change on this device gave way to the store's; without a text, it was a reset or could not be read.
    ///
    /// It comes before the value is replaced, and the text is found nowhere else afterwards.
    case overwritten(name: String, text: String?)
    /// The store can be reached again, or its changes are heard again.
    case connected
    /// The store can't be reached, or refuses, or settings wait; the text tells why. It is told once, and tried again.
    case failed(String)
}
