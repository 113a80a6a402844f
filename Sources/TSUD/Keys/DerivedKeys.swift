import Foundation

/// The key types that are stored under their own name, which is computed once for each.
///
/// Two types of one name share a stored value. That is detected here when the second is first used.
final class DerivedKeys: @unchecked Sendable {
    static let shared = DerivedKeys()
    private let lock = NSLock()
    private var keys: [ObjectIdentifier: String] = [:]
    private var types: [String: [any TSUD.Type]] = [:]
    private var reported: Set<String> = []

    /// The `stringKey` of a type, and whether that is the default, derived from the type's name.
    ///
    /// Only the default implementation calls ``key(askedOf:)``, which records the type.
    func key<Key: TSUD>(of type: Key.Type) -> (key: String, isUsed: Bool) {
        let key = type.stringKey
        return (key, lock.withLock { keys[ObjectIdentifier(type)] } == key)
    }

    /// The default `stringKey` of a type.
    func key<Key: TSUD>(askedOf type: Key.Type) -> String {
        if let key = lock.withLock({ keys[ObjectIdentifier(type)] }) { return key }
        let key = keyName(of: type)
        let others = lock.withLock {
            if keys.updateValue(key, forKey: ObjectIdentifier(type)) != nil { return [any TSUD.Type]() }
            defer { types[key, default: []].append(type) }
            return types[key, default: []]
        }
        if let other = others.first(where: { isMistakenFor($0, type) }) { reportOnce(key, of: type, and: other) }
        return key
    }

    /// Whether two types of one name share a value by mistake.
    ///
    /// Two specializations of one declaration are one setting, and types with different suites share nothing. These are
    /// mistakes only if their defaults or value types differ.
    private func isMistakenFor<Other: TSUD, Key: TSUD>(_ other: Other.Type, _ key: Key.Type) -> Bool {
        guard Other.ValueType.self == Key.ValueType.self else { return true }
        if declarationName(of: other) != declarationName(of: key), Other.suite === Key.suite { return true }
        let ours = try? propertyListCoding(for: Key.ValueType.self).form(of: Key.defaultValue)
        let theirs = try? propertyListCoding(for: Other.ValueType.self).form(of: Other.defaultValue)
        return !isSameObject(ours?.object, theirs?.object)
    }

    private func reportOnce<Key: TSUD>(_ key: String, of type: Key.Type, and other: any TSUD.Type) {
        guard lock.withLock({ reported.insert(key).inserted }) else { return }
        let names = (readableName(of: other), readableName(of: type))
        let types =
            names.0 == names.1
            ? "two private or local types called \(names.0)" : "the types \(names.0) and \(names.1)"
        type.report(
            TSUDError(
                .duplicateKey,
                key: key,
                description: """
                    Key '\(key)' is shared by \(types); give one of them a stringKey of its own, or both the same \
                    stringKey if they are to share it.
                    """
            )
        )
    }
}
