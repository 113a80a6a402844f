import Foundation

/// Reports types of one name that share a stored value by mistake.
///
/// - Parameters:
///   - others: other types of the name.
///   - name: the name.
///   - type: a type that is new.
///   - isFirst: whether this was not reported for the name before.
func reportMistake<Key: TSUD>(
    among others: [any TSUD.Type],
    sharing name: String,
    with type: Key.Type,
    isFirst: () -> Bool
) {
    guard let other = others.first(where: { sharesByMistake($0, type) }), isFirst() else { return }
    let names = (readableName(of: other), readableName(of: type))
    let types =
        names.0 == names.1 ? "two private or local types called \(names.0)" : "the types \(names.0) and \(names.1)"
    type.report(
        TSUDError(
            .duplicateKey,
            key: name,
            description: """
                Key '\(name)' is shared by \(types); give one of them a stringKey of its own, or both the same \
                stringKey if they are to share it.
                """
        )
    )
}

/// Whether two types of one name share a value by mistake.
///
/// Types with different suites share nothing, also while an ephemeral suite replaces both. Two specializations of one
/// declaration are one setting, unless their defaults or value types differ.
private func sharesByMistake<Other: TSUD, Key: TSUD>(_ other: Other.Type, _ key: Key.Type) -> Bool {
    guard isSameSuite(Other.suite, Key.suite) else { return false }
    guard Other.ValueType.self == Key.ValueType.self, declarationName(of: other) == declarationName(of: key) else {
        return true
    }
    let ours = try? propertyListCoding(for: Key.ValueType.self).form(of: Key.defaultValue)
    let theirs = try? propertyListCoding(for: Other.ValueType.self).form(of: Other.defaultValue)
    return !isSameObject(ours?.object, theirs?.object)
}

private func isSameSuite(_ one: UserDefaults, _ other: UserDefaults) -> Bool {
    one === other || SuiteBackends.backend(of: one).observations === SuiteBackends.backend(of: other).observations
}
