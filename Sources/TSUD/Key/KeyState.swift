import Foundation

/// What is worked out once for a key type: its name, the route of its values, and the suites that it is used in.
final class KeyState<Key: TSUD>: @unchecked Sendable {
    /// The key, if it is the type's own name; `nil` if the type says what it is, which it may do anew each time.
    let derivedKey: String?
    let coding: any PropertyListCoding<Key.ValueType>
    /// Whether a stored object that is a `ValueType` is the value, with nothing left to read into it.
    let isNative: Bool
    /// Whether the value may be `nil`.
    let isOptional: Bool
    private let lock = NSLock()
    /// Of this type of keys, and yet of a type that is the same for all: for another type of elements the runtime would
    /// go through all conformances of the program once more.
    private var recent: [KnownKey] = []
    private var knownSuites: [UserDefaults] = []

    private init() {
        coding = propertyListCoding(for: Key.ValueType.self)
        isNative = Key.ValueType.self is any PropertyListNative.Type
        // None is both, and each of these questions takes the runtime through all conformances of the program.
        isOptional = !isNative && Key.ValueType.self is any OptionalValue.Type
        let derived = DerivedKeys.shared.key(of: Key.self)
        derivedKey = derived.isUsed ? derived.key : nil
    }

    /// The state of a key type, made when the type is first used.
    static func of(_ key: Key.Type) -> KeyState<Key> {
        let found = states.state(of: ObjectIdentifier(key)) { KeyState<Key>() }
        // The table is keyed by the type itself, so what is found is of this type.
        return unsafeDowncast(found, to: KeyState<Key>.self)
    }

    /// The key in a suite.
    ///
    /// Only a few are kept: a suite may be a new object on each access, and a key another string.
    func key(_ key: String, in suite: UserDefaults) -> KeyInSuite<Key> {
        if let known = lock.withLock({ recent.first { $0.suite === suite && $0.key == key } }) {
            return unsafeDowncast(known, to: KeyInSuite<Key>.self)
        }
        // Made without the lock: it may look into the suite's file.
        let made = KeyInSuite(state: self, suite: suite, slot: Slot.of(key, in: suite))
        let isToBeKept = lock.withLock {
            if recent.count == 4 { recent.removeLast() }
            recent.insert(made, at: 0)
            // An ephemeral suite is to be gone some time.
            guard knownSuites.count < keptSuites, !knownSuites.contains(where: { $0 === suite }),
                !(suite is EphemeralSuite)
            else { return false }
            knownSuites.append(suite)
            return true
        }
        if isToBeKept { KnownKeys.keep(made) }
        return made
    }
}

/// How many suites of a key type are kept: one may be a new object on each access.
private let keptSuites = 4

private let states = KeyStates()

/// The table of all key types in use.
private final class KeyStates: @unchecked Sendable {
    private let lock = NSLock()
    private var states: [ObjectIdentifier: AnyObject] = [:]

    func state(of key: ObjectIdentifier, orMake make: () -> AnyObject) -> AnyObject {
        if let state = lock.withLock({ states[key] }) { return state }
        // Made without the lock: it asks the type for its key, which is foreign code.
        let made = make()
        return lock.withLock {
            if let state = states[key] { return state }
            states[key] = made
            return made
        }
    }
}
