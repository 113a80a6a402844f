import Foundation
import TSUD

/// The option and the variable of each setting, if the program applies them.
enum AppliedNames {
    private struct State {
        var names: [ObjectIdentifier: (option: String?, variable: String?)] = [:]
        var prefixes: Set<String> = []
        var areOptionsBeforeCommand = false
    }

    private static let state = Locked(State())

    static subscript(key: any TSUD.Type) -> (option: String?, variable: String?) {
        get { state.withLock { $0.names[ObjectIdentifier(key)] ?? (nil, nil) } }
        set { state.withLock { $0.names[ObjectIdentifier(key)] = newValue } }
    }

    /// Whether options of settings are not allowed among the arguments of a command.
    static var areOptionsBeforeCommand: Bool {
        get { state.withLock(\.areOptionsBeforeCommand) }
        set { state.withLock { $0.areOptionsBeforeCommand = newValue } }
    }

    static func add(prefix: String) { state.withLock { _ = $0.prefixes.insert(prefix) } }

    /// Returns the variables of the process that have an applied prefix.
    static func variablesWithPrefix() -> [String] {
        let prefixes = state.withLock(\.prefixes).filter { !$0.isEmpty }
        return ProcessInfo.processInfo.environment.keys.filter { name in prefixes.contains { name.hasPrefix($0) } }
    }
}
