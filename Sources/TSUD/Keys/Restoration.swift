import Foundation
import SettingsFile

/// The remaining steps to restore a setting, which can't fail.
struct Restoration {
    var store: () -> Void = {}
    var announce: () -> Void = {}
}

extension TSUD {
    /// The stored object, as a property list contains it.
    static func exportedObject(in suite: UserDefaults) -> Any? {
        key(in: suite).storedObject.map { PropertyListObject($0)?.foundationObject ?? $0 }
    }

    /// The steps to restore a setting from exported objects, if the key can read its own.
    ///
    /// Without an object under the key or a former one the setting is reset.
    static func restoration(from objects: [String: Any], in suite: UserDefaults) throws(TSUDError) -> Restoration {
        let key = key(in: suite)
        let stored = key.storedObject
        guard let object = key.object(in: { objects[$0] }) else {
            // An object that a launch argument hides can't always be detected.
            let isSet = stored != nil || key.suite.launchArgument(forKey: key.key) != nil
            return isSet ? Restoration(store: { key.remove() }, announce: { key.announce() }) : Restoration()
        }
        let form = try key.form(of: key.decode(object))
        if isSameObject(object, stored) { return Restoration() }
        return Restoration(store: { key.put(form) }, announce: { key.announce() })
    }
}

extension TSUDError {
    /// One error with the descriptions of all; `nil` without errors.
    init?(_ errors: [TSUDError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        self.init(
            errors.allSatisfy { $0.code == first.code } ? first.code : .unreadable,
            description: errors.map(\.description).joined(separator: " ")
        )
    }
}
