import Foundation
import TSUD

/// The option and the variable of each setting, if the program applies them.
enum AppliedNames {
    private struct State {
        var names: [ObjectIdentifier: (option: String?, variable: String?)] = [:]
        var prefixes: Set<String> = []
        var areOptionsBeforeCommand = false
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var state = State()

    static subscript(key: any TSUD.Type) -> (option: String?, variable: String?) {
        get { lock.withLock { state.names[ObjectIdentifier(key)] ?? (nil, nil) } }
        set { lock.withLock { state.names[ObjectIdentifier(key)] = newValue } }
    }

    /// Whether options of settings are not allowed among the arguments of a command.
    static var areOptionsBeforeCommand: Bool {
        get { lock.withLock { state.areOptionsBeforeCommand } }
        set { lock.withLock { state.areOptionsBeforeCommand = newValue } }
    }

    static func add(prefix: String) { lock.withLock { _ = state.prefixes.insert(prefix) } }

    /// Returns the variables of the process that have an applied prefix.
    static func variablesWithPrefix() -> [String] {
        let prefixes = lock.withLock { state.prefixes }.filter { !$0.isEmpty }
        return ProcessInfo.processInfo.environment.keys.filter { name in prefixes.contains { name.hasPrefix($0) } }
    }
}
