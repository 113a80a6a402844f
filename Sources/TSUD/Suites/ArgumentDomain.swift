import Foundation

/// An option or a variable that takes precedence over the stored value.
package struct Override: @unchecked Sendable {
    /// The key of the setting.
    let key: String
    /// The stored representation of the value.
    let object: Any
    /// The option or the variable.
    let origin: ValueOrigin

    package init(key: String, object: Any, origin: ValueOrigin) {
        self.key = key
        self.object = object
        self.origin = origin
    }

    /// Whether this override comes before another one of the same key: options come before variables.
    fileprivate func precedes(_ other: Override?) -> Bool {
        if case .option = other?.origin, case .variable = origin { false } else { true }
    }
}

/// The overrides that are among the launch arguments of a suite.
final class AppliedOverrides: Sendable {
    let byKey = Locked<[String: Override]>([:])
}

/// The overrides of the process.
///
/// On Linux, each `UserDefaults` object has its own argument domain. TSUD therefore adds the overrides to each suite
/// object when it is first used.
package enum Overrides {
    private static let process = Locked<[String: Override]>([:])
    /// Serializes additions to argument domains, so a suite that is first used at the same time misses none.
    ///
    /// Recursive, since on Apple systems an observer may run inside an addition and use another suite. No thread
    /// waits longer than a second, since that observer may wait for it.
    private static let lock = NSRecursiveLock()

    /// Adds overrides to the ephemeral suite of the current scope, or else to every suite of the process.
    package static func apply(_ overrides: [Override]) {
        let scope = EphemeralSettings.current?.suite
        let changes = serialized { () -> [(suite: any Suite, keys: [String])] in
            if let scope {
                let suite = SuiteRegistry.backend(of: scope)
                return [(suite, suite.add(overrides))]
            }
            process.withLock { process in
                for override in overrides where override.precedes(process[override.key]) {
                    process[override.key] = override
                }
            }
            return SuiteRegistry.shared.all.map { ($0, $0.add(overrides)) }
        }
        for (suite, keys) in changes where !keys.isEmpty { suite.observations.noteExternalChanges(of: keys) }
    }

    static func serialized<Result>(_ body: () -> Result) -> Result {
        let end = ContinuousClock.now + .seconds(1)
        var isLocked = lock.try()
        while !isLocked, ContinuousClock.now < end {
            Thread.sleep(forTimeInterval: 0.001)
            isLocked = lock.try()
        }
        defer { if isLocked { lock.unlock() } }
        return body()
    }

    /// Adds the overrides of the process to a suite that nothing has used yet.
    static func applyAll(to suite: any Suite) { _ = suite.add(process.withLock { Array($0.values) }) }
}

extension Suite {
    /// Adds overrides below the launch arguments.
    ///
    /// - Returns: The keys whose override changed.
    fileprivate func add(_ overrides: [Override]) -> [String] {
        if overrides.isEmpty { return [] }
        var arguments = launchArguments
        var changed: [String] = []
        appliedOverrides.byKey.withLock { applied in
            for override in overrides {
                let argument = arguments[override.key]
                let own = argument == nil ? nil : applied[override.key]
                // A real launch argument comes first.
                if argument != nil, !isSameObject(own?.object, argument) { continue }
                if !override.precedes(own) { continue }
                arguments[override.key] = override.object
                applied[override.key] = override
                if !isSameObject(argument, override.object) { changed.append(override.key) }
            }
        }
        if !changed.isEmpty { launchArguments = arguments }
        return changed
    }

    /// Returns the launch argument of a key, or the option or the variable that was added in its place.
    func argument(forKey key: String) -> FoundObject? {
        guard let argument = launchArgument(forKey: key) else { return nil }
        guard let override = appliedOverrides.byKey.withLock({ $0[key] }), isSameObject(override.object, argument)
        else {
            return FoundObject(argument, .launchArgument)
        }
        return FoundObject(argument, override.origin)
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
