extension BoundKey {
    /// Reports that another type has the same derived name in the same suite, the first time that one is found.
    ///
    /// In an ephemeral suite types of different suites meet, and share nothing elsewhere.
    func reportDuplicate() {
        guard isDerived, EphemeralSettings.current?.suite !== defaults,
            let other = backend.observations.noteDerived(key, from: Key.self)
        else { return }
        let names = (readableName(of: other), readableName(of: Key.self))
        let types =
            names.0 == names.1 ? "two private or local types called \(names.0)" : "the types \(names.0) and \(names.1)"
        Key.report(
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
