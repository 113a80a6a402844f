/// What only Foundation on Apple systems can do with a suite.
///
/// All decisions are made on top of it, by code that is compiled on every platform. The tests run that code with a
/// stand-in.
protocol ApplePreferences: Sendable {
    /// The object that is stored in a domain itself, whatever hides it.
    func object(forKey key: String, in domain: PreferencesDomain) -> Any?
    /// The object that a suite returns in which nothing is stored: a launch argument, a global or a registered object.
    ///
    /// It costs one look-up, where asking for a volatile domain copies all of it.
    func objectInEmptySuite(forKey key: String) -> Any?
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
}
