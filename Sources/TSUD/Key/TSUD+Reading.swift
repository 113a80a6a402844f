import Foundation

extension TSUD {
    /// What `value` answers for an object: the default where there is none, or none that can be read.
    static func valueOrDefault(of object: Any?) -> ValueType {
        guard let object else { return defaultValue }
        do throws(TSUDError) {
            return try decode(object)
        } catch {
            report(error)
            return defaultValue
        }
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
