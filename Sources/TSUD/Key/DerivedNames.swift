import Foundation

/// Which key types derive their key from their name, so that two of one name are noticed: they share a stored value.
final class DerivedNames: @unchecked Sendable {
    static let shared = DerivedNames()
    private let lock = NSLock()
    private var types: [String: [any TSUD.Type]] = [:]
    private var reported: Set<String> = []

    /// Notes a type, and reports it when one of the same name has another type of values or another default.
    func note<Key: TSUD>(_ key: Key.Type, name: String) {
        let others = lock.withLock {
            let others = types[name, default: []].filter { $0 != key }
            types[name, default: []].append(key)
            return others
        }
        guard let other = others.first(where: { differs($0, from: key) }),
            lock.withLock({ reported.insert(name).inserted })
        else { return }
        key.report(
            TSUDError(
                .duplicateKey,
                key: name,
                description: """
                    Key '\(name)' is shared by the types \(String(reflecting: other)) and \(String(reflecting: key)), \
                    which differ in their values; give one of them a stringKey of its own.
                    """
            )
        )
    }

    private func differs<Other: TSUD, Key: TSUD>(_ other: Other.Type, from key: Key.Type) -> Bool {
        guard Other.ValueType.self == Key.ValueType.self else { return true }
        let ours = try? KeyState.of(key).coding.object(for: Key.defaultValue)
        let theirs = try? KeyState.of(other).coding.object(for: Other.defaultValue)
        return !isSameObject(ours, theirs)
    }
}
