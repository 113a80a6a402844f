import TSUD

extension ValueOrigin {
    /// The words for the origin, as in "option --font-size".
    var text: String {
        switch self {
        case .managed: "managed"
        case .launchArgument: "launch argument"
        case .option(let name): "option \(name)"
        case .variable(let name): "variable \(name)"
        case .stored: "stored"
        case .system: "system"
        case .registered: "registered"
        case .defaultValue: "default"
        }
    }

    /// Whether a stored value has no effect.
    var isOverride: Bool {
        switch self {
        case .managed, .launchArgument, .option, .variable: true
        default: false
        }
    }
}
