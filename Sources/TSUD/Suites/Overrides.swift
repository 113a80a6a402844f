import Foundation

/// A value of the environment or of the command line that counts as a launch argument.
struct Override {
    let name: String
    /// The value's stored form.
    let object: Any
    /// The suite in which the setting is used.
    let suite: any Suite
}

/// What was taken from the environment and the command line, for the life of the process.
///
/// On Linux each `UserDefaults` object has launch arguments of its own. So each is given these when it is first met.
enum Overrides {
    private static let taken = Locked(Taken())

    private struct Taken {
        var variables: [String: Any] = [:]
        var options: [String: Any] = [:]

        var all: [String: Any] { variables.under(options) }
    }

    static var all: [String: Any] { taken.withLock { $0.all } }

    static func take(variables: [Override] = [], options: [Override] = []) {
        let (before, after) = taken.withLock { taken in
            let before = taken.all
            for variable in variables { taken.variables[variable.name] = variable.object }
            for option in options { taken.options[option.name] = option.object }
            return (before, taken.all)
        }
        for suite in SuiteRegistry.shared.all + (variables + options).map(\.suite) {
            suite.add(after, insteadOf: before)
        }
    }
}

extension Suite {
    /// Adds launch arguments beneath those that are there, except for those that were added before.
    func add(_ new: [String: Any], insteadOf old: [String: Any] = [:]) {
        if new.isEmpty { return }
        var arguments = launchArguments
        var changed: [String] = []
        for (name, object) in new where arguments[name] == nil || isSameObject(arguments[name], old[name]) {
            if isSameObject(arguments[name], object) { continue }
            arguments[name] = object
            changed.append(name)
        }
        if changed.isEmpty { return }
        launchArguments = arguments
        observations.noteExternalChanges(of: changed)
    }

    func launchArgument(forKey key: String) -> Any? { launchArguments[key] }
}

extension [String: Any] {
    /// These objects with others on top, which hide those of the same name.
    func under(_ others: Self) -> Self {
        var all = self
        for (name, object) in others { all[name] = object }
        return all
    }
}

extension UserDefaults {
    /// The launch arguments that this object has.
    var launchArguments: [String: Any] {
        get { volatileDomain(forName: Self.argumentDomain) }
        set {
            // On Apple systems an existing domain can't be set; on Linux it would be merged.
            removeVolatileDomain(forName: Self.argumentDomain)
            setVolatileDomain(newValue, forName: Self.argumentDomain)
        }
    }
}
