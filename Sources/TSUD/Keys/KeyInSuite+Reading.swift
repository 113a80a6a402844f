public import Foundation

extension KeyInSuite {
    /// What the key's `value` answers; inlined, so that the cast is to a type that the compiler knows.
    @inlinable
    @inline(__always)
    var value: Key.ValueType {
        // Before the read, so that a change between the two is heard.
        access()
        // Most reads end here.
        guard let object = defaults.object(forKey: key) else { return isDirect ? Key.defaultValue : value(of: nil) }
        if isDirect, let value = object as? Key.ValueType, (try? Key.validate(value)) != nil { return value }
        return value(of: object)
    }

    /// What the key's `value` answers, given the object that `UserDefaults` has for it.
    @usableFromInline
    func value(of object: Any?) -> Key.ValueType {
        value(ofEffective: Key.formerKeys.isEmpty ? object : effectiveObject)
    }

    /// What the key's `value` answers for an object: the default where there is none, or none that can be read.
    func value(ofEffective object: Any?) -> Key.ValueType {
        guard let object else { return Key.defaultValue }
        do throws(TSUDError) {
            return try decode(object)
        } catch {
            Key.report(error)
            return Key.defaultValue
        }
    }

    /// The object that the value is made of.
    ///
    /// It is a managed one, a launch argument, what is stored, what former keys hold, or a registered default, in this
    /// order.
    var effectiveObject: Any? {
        let object = defaults.object(forKey: key)
        // Most times nothing is left under a former key, which one look-up each tells.
        let formerKeys = formerKeys.filter { defaults.object(forKey: $0) != nil }
        if formerKeys.isEmpty || isGiven || suite.storedObject(forKey: key) != nil { return object }
        return formerObject(formerKeys) ?? object
    }

    /// Whether the value is decided from outside of the suite.
    private var isGiven: Bool { suite.isManaged(key) || suite.launchArgument(forKey: key) != nil }

    /// The object that is stored in the suite itself, under the key or a former one.
    var storedObject: Any? { suite.storedObject(forKey: key) ?? formerObject(formerKeys) }

    /// What the setting was called before; its own name is no former one.
    var formerKeys: [String] { Key.formerKeys.filter { $0 != key } }

    private func formerObject(_ formerKeys: [String]) -> Any? {
        for former in formerKeys {
            if let object = suite.storedObject(forKey: former) { return object }
        }
        return nil
    }

    /// The value that an object stands for, by itself or by an upgrade.
    func decode(_ object: Any) throws(TSUDError) -> Key.ValueType {
        do throws(TSUDError) {
            return try valid(plainlyDecode(object))
        } catch {
            return try upgrade(object, error)
        }
    }

    private func plainlyDecode(_ object: Any) throws(TSUDError) -> Key.ValueType {
        do throws(CodingFailure) {
            return try coding.value(from: object)
        } catch {
            throw failure(
                .unreadable,
                "is \(kindWithArticle(of: object)), expected \(coding.expectation)\(error.suffix)",
                error.underlyingError
            )
        }
    }

    /// By itself, since a read that ends well needs nothing to know of optional values.
    @inline(never)
    private func upgrade(_ object: Any, _ failure: TSUDError) throws(TSUDError) -> Key.ValueType {
        guard let upgraded = Key.upgrade(object) else { throw failure }
        return try valid(upgraded)
    }
}
