import Foundation

/// An object that a search has found, and its source.
package struct FoundObject: @unchecked Sendable {
    package let object: Any
    /// The source; `nil` if `UserDefaults` has found the object, because it doesn't name the source.
    package let origin: ValueOrigin?
    /// The path of the administrator's file that has it.
    package let path: String?
    /// The object as the suite keeps it, the identical one until something changes; `nil` if the suite keeps none.
    let kept: AnyObject?

    package init(_ object: Any, _ origin: ValueOrigin?, path: String? = nil) {
        self.object = object
        self.origin = origin
        self.path = path
        kept = nil
    }

    package init(kept: AnyObject, _ origin: ValueOrigin?, path: String? = nil) {
        object = kept
        self.origin = origin
        self.path = path
        self.kept = kept
    }
}

extension FoundObject? {
    /// Whether a setting reads the same value from both.
    func isSame(as other: Self) -> Bool { isSameObject(self?.object, other?.object) }
}

/// The values that an administrator gives a key.
///
/// It is a class, because each read of a setting looks whether there is one.
package final class SystemValues: Sendable {
    /// The path of the file that locks the key; `nil` if none does.
    let lock: String?
    /// The value that nothing overrides; `nil` without a lock, or if the setting can't read the one in the file.
    let locked: FoundObject?
    /// The one below the stored value.
    let standard: FoundObject?

    package init(lock: String?, locked: FoundObject?, standard: FoundObject?) {
        self.lock = lock
        self.locked = locked
        self.standard = standard
    }

    /// Whether both have equal values from the same files.
    ///
    /// The same object as before proves that a value has not changed, so equal values stay as they are.
    func isSame(as other: SystemValues) -> Bool {
        lock == other.lock && locked.isSame(as: other.locked) && locked?.path == other.locked?.path
            && standard.isSame(as: other.standard) && standard?.path == other.standard?.path
    }
}

/// Sources of a setting's value.
struct Sources: OptionSet {
    let rawValue: UInt8

    static let locked = Self(rawValue: 1)
    /// Launch arguments, options, and variables.
    static let arguments = Self(rawValue: 2)
    static let stored = Self(rawValue: 4)
    static let system = Self(rawValue: 8)
    static let registered = Self(rawValue: 16)
    static let all: Self = [.locked, .arguments, .stored, .system, .registered]
}

extension BoundKey {
    /// Returns the first object that some sources have for the key, in the search order: locked, launch argument, option,
    /// variable, stored, system, registered.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - isNamed: Whether the object's origin is needed. `UserDefaults` doesn't name it, but searches in the same order
    ///     by one look-up, which suffices for a value if no other source has an object.
    ///   - isKept: Whether that look-up should find the object as the suite keeps it.
    /// - Returns: The object, or `nil` if there is none.
    func search(_ sources: Sources = .all, isNamed: Bool = true, isKept: Bool = false) -> FoundObject? {
        // All values at once, because an administrator may move one from a file to another.
        let system = systemValues
        if !isNamed, system == nil {
            // Former keys first: another thread may move the object from there, and then the key has it afterwards.
            let isUnderFormerKey = formerKeys.contains { backend.object(forKey: $0) != nil }
            if !isUnderFormerKey {
                if isKept, let kept = backend.cachedObject(forKey: key, coreKey) { return FoundObject(kept: kept, nil) }
                return backend.object(forKey: key).map { FoundObject($0, nil) }
            }
        }
        var sources = sources
        if sources.contains(.locked) {
            if let locked = system?.locked { return locked }
            // An unreadable locked value still locks: only defaults can take its place.
            if system?.lock != nil { sources.subtract([.arguments, .stored]) }
            if backend.isForced(key), let object = backend.object(forKey: key) { return FoundObject(object, .managed) }
        }
        if sources.contains(.arguments), let argument = backend.argument(forKey: key) { return argument }
        if sources.contains(.stored), let (name, object) = object(in: backend.storedObject) {
            // `UserDefaults` returns an override instead.
            let kept = name.flatMap { backend.isOverridden($0) ? nil : backend.cachedObject(forKey: $0, nil) }
            return kept.map { FoundObject(kept: $0, .stored) } ?? FoundObject(object, .stored)
        }
        if sources.contains(.system), let standard = system?.standard { return standard }
        guard sources.contains(.registered) else { return nil }
        // If nothing is stored, `object` also finds those of other domains, such as the global one.
        let isFirst = sources.contains(.stored) && !backend.isOverridden(key)
        let object = isFirst ? backend.object(forKey: key) : backend.registeredObject(forKey: key)
        return object.map { FoundObject($0, .registered) }
    }

    /// The administrator's values for the key; those of its setting for a member that has no lock, but whose setting has.
    var systemValues: SystemValues? {
        let own = backend.systemValues(forKey: key)
        guard own?.lock == nil, let setting = inherited?.systemValues, setting.lock != nil else { return own }
        guard let standard = own?.standard, setting.locked == nil else { return setting }
        return SystemValues(lock: setting.lock, locked: nil, standard: standard)
    }

    /// The object that the value is decoded from, and the key that it belongs to: a member's, or else its setting's.
    var source: (key: BoundKey, found: FoundObject?) {
        let found = search(isNamed: false)
        return found == nil ? inherited?.source ?? (self, nil) : (self, found)
    }

    /// The object stored in the suite itself, under the key or a former one.
    var storedObject: Any? { object(in: backend.storedObject)?.object }

    /// Returns the object that a function finds under the key, or else under a former one.
    ///
    /// It looks under the key twice, because another thread may move the object there.
    ///
    /// - Returns: The object and its name; no name for an object that the setting has converted.
    func object(in find: (String) -> Any?) -> (name: String?, object: Any)? {
        if let object = find(key) { return (key, object) }
        let formerKeys = formerKeys
        if formerKeys.isEmpty { return nil }
        if let former = formerObject(formerKeys, find) { return former }
        return find(key).map { (key, $0) }
    }

    /// Returns the object of the first former key with a readable one, or the first object if none is readable.
    private func formerObject(_ formerKeys: [String], _ find: (String) -> Any?) -> (name: String?, object: Any)? {
        let objects = formerKeys.compactMap { name in find(name).map { converted($0, from: name) } }
        if objects.count < 2 { return objects.first }
        return objects.first { (try? decode(stored: $0.object)) != nil } ?? objects.first
    }

    /// Converts an object under a former key if its meaning has changed.
    private func converted(_ object: Any, from name: String) -> (name: String?, object: Any) {
        let declared = setting?.formerMemberKeys.first { $0.key(of: member) == name }?.declaration ?? name
        guard !ownCode.isRunning,
            let value = ownCode.run({ Setting.upgrade(object, fromFormerKey: declared) })
        else { return (name, object) }
        do throws(TSUDError) {
            return (nil, try encode(value).foundationObject)
        } catch {
            report(error)
            return (name, object)
        }
    }
}
