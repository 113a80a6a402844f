/// What only Foundation on Apple systems can do with a suite.
///
/// All decisions are made on top of it, by code that is compiled on every platform. The tests run that code with a
/// stand-in.
protocol ApplePreferences: Sendable {
    /// The object that is stored in a domain itself, whatever hides it.
    func object(forKey key: String, in domain: PreferencesDomain) -> Any?
    /// Begins to observe a key by key-value observing.
    ///
    /// - Returns: the observer, which the system does not retain and which retains `listener`.
    func addObserver(for listener: KeyValueListener, forKey key: String) -> AnyObject
    /// Stops observing; the observer may still be called for a moment.
    func removeObserver(_ observer: AnyObject, forKey key: String)
}

/// A place where the system keeps settings of the user.
enum PreferencesDomain: Hashable, Sendable {
    /// The domain of the standard suite.
    case application
    case suite(named: String)
    /// The domain that all programs share.
    case global
}
