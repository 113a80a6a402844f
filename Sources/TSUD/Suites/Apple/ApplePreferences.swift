/// What only Foundation on Apple systems can do with a suite.
///
/// All decisions are made on top of it, by code that is compiled on every platform. The tests run that code with a
/// stand-in.
protocol ApplePreferences: Sendable {
    /// The object that the suite returns for a key, of which the system keeps one while nothing changes.
    func keptObject(forKey key: String) -> AnyObject?
    /// The object that is stored in a domain itself, whatever hides it.
    func object(forKey key: String, in domain: PreferencesDomain) -> Any?
    /// The object that a suite returns in which nothing is stored: a launch argument, a global or a registered object.
    ///
    /// It costs one look-up, where asking for a volatile domain copies all of it.
    func objectInEmptySuite(forKey key: String) -> Any?
    /// Begins to observe a key by key-value observing, which calls ``AppleBackend/noteChange(of:in:)``.
    func observe(_ key: String)
    /// Ends one call of `observe`.
    func stopObserving(_ key: String)
}

/// A place where the system keeps settings of the user.
enum PreferencesDomain: Hashable, Sendable {
    /// The domain of the standard suite.
    case application
    case suite(named: String)
}
