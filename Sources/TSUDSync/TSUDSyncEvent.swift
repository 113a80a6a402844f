/// An event that occurs during synchronization; see ``TSUDSynchronization/events``.
///
/// A name is the `stringKey` of a setting or a member. The string `$null` represents a stored `nil`.
public enum TSUDSyncEvent: Hashable, Sendable {
    /// A value from the store was stored on this device; without a string, the setting was reset.
    case received(name: String, text: String?)
    /// A value of this device was written to the store; without a string, it was removed there.
    case sent(name: String, text: String?)
    /// The store's value has replaced a change on this device.
    ///
    /// The string is that of the change, and stored nowhere else. Without a string, the change was a reset or can't be
    /// read.
    case overwritten(name: String, text: String?)
    /// The store can be reached again, or reports its changes again.
    case connected
    /// The store can't be reached, rejects requests or values, or settings wait.
    ///
    /// The string is the reason. TSUDSync reports each cause once, and retries.
    case failed(String)
}
