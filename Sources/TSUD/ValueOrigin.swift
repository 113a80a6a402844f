/// Where a setting's value comes from, in the order in which the places are searched.
public enum ValueOrigin: Hashable, Sendable {
    /// From an administrator, for example by a configuration profile; only on Apple systems.
    case managed
    /// From the command line that the program was started with, as in `-fontSize 20`.
    case launchArgument
    /// From the suite, where it was stored under the key or one of its former keys.
    case suite
    /// From the registration domain, where `register` puts defaults, or on Apple systems from the global domain.
    case registered
    /// From the key itself: nothing is stored or registered.
    case defaultValue
}
