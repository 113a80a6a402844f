/// An event that occurs during synchronization; see ``TSUDSynchronization/events``.
///
/// A name is the `stringKey` of a setting or a member. The string `$null` represents a stored `nil`.
public enum TSUDSyncEvent: Hashable, Sendable {
    /// TSUDSync has stored a value from the store on this device.
    ///
    /// Without a string, it has reset the setting.
    case received(name: String, text: String?)
    /// TSUDSync has written a value of this device to the store.
    ///
    /// Without a string, it has removed the name.
    case sent(name: String, text: String?)
    /// The store's value has replaced a change on this device.
    ///
    /// The string represents the lost change. Without a string, the change was a reset or can't be read.
    case overwritten(name: String, text: String?)
    /// The store can be reached again, or reports its changes again.
    case connected
    /// The store can't be reached, rejects requests or values, or settings wait.
    ///
    /// The string is the reason. TSUDSync reports each cause once, and retries.
    case failed(String)
}
