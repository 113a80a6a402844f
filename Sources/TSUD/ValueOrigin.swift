/// Where a setting's value comes from, in the order in which the places are searched.
public enum ValueOrigin: Hashable, Sendable {
    /// An administrator's settings, for example a configuration profile; only on Apple systems.
    case managed
    /// The command line that the program was started with, as in `-fontSize 20`.
    case launchArgument
    /// The suite, where the value is stored under the key or one of its former keys.
    case suite
    /// The registration domain, to which `register` adds defaults, or on Apple systems the global domain.
    case registered
    /// The key itself, because nothing is stored or registered.
    case defaultValue
}
