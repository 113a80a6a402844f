/// What happens while settings are synchronized.
public enum TSUDSyncEvent: Hashable, Sendable {
    /// A value from the store was stored on this device; without a text, the setting was reset.
    ///
    /// The name is the setting's `stringKey`, or a member's. The text `$null` stands for `nil`.
    case received(name: String, text: String?)
    /// A value of this device was written to the store; without a text, it was removed there.
    case sent(name: String, text: String?)
    /// The store can't be reached, or refuses; the sentence tells why. It is tried again.
    case failed(String)
}
