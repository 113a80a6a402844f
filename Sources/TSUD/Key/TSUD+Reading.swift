import Foundation

extension TSUD {
    /// What `value` answers, save the default: `nil` where nothing is stored or registered.
    static func readValue(in suite: UserDefaults) throws(TSUDError) -> ValueType? {
        let key = stringKey
        let state = KeyState.of(self)
        // Before the read, so that a change between the two is heard.
        state.slot(for: key, in: suite).observers.access()
        guard let object = effectiveObject(key, in: suite) else { return nil }
        return try decode(object, by: state.coding, key: key)
    }

    /// The object that the value is made of: a launch argument, what is stored, what former keys hold, or a
    /// registered default, in this order.
    static func effectiveObject(_ key: String, in suite: UserDefaults) -> Any? {
        let object = suite.object(forKey: key)
        let formerKeys = formerKeys
        if formerKeys.isEmpty { return object }
        if object != nil,
            SuiteDomains.launchArgument(key, in: suite) != nil || SuiteDomains.stored(key, in: suite) != nil
        {
            return object
        }
        return formerObject(formerKeys, in: suite) ?? object
    }

    /// The object that is stored in the suite itself, under the key or a former one.
    static func storedObject(in suite: UserDefaults) -> Any? {
        SuiteDomains.stored(stringKey, in: suite) ?? formerObject(formerKeys, in: suite)
    }

    private static func formerObject(_ formerKeys: [String], in suite: UserDefaults) -> Any? {
        for former in formerKeys {
            if let object = SuiteDomains.stored(former, in: suite) { return object }
        }
        return nil
    }

    static func observe(in suite: UserDefaults) {
        KeyState.of(self).slot(for: stringKey, in: suite).observers.access()
    }

    static func decode(_ object: Any) throws(TSUDError) -> ValueType {
        try decode(object, by: KeyState.of(self).coding, key: stringKey)
    }

    static func decode(
        _ object: Any,
        by coding: any PropertyListCoding<ValueType>,
        key: String
    ) throws(TSUDError) -> ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            if let upgraded = upgrade(object) { return upgraded }
            throw .unreadable(object, expected: coding.expectation, key: key, failure: error)
        }
    }
}

extension TSUDError {
    static func unreadable(_ object: Any, expected: String, key: String, failure: CodingFailure) -> Self {
        let detail = failure.detail.isEmpty ? "" : ": \(failure.detail)"
        let kind = kindName(of: object)
        let article = "AEIOU".contains(kind.prefix(1)) ? "an" : "a"
        return Self(
            .unreadable,
            key: key,
            underlyingError: failure.underlyingError,
            description: "Value for key '\(key)' is \(article) \(kind), expected \(expected)\(detail)."
        )
    }
}
