import Foundation
import SettingsFile

/// What is left to do for a setting when a list is restored: nothing that could fail.
struct Restoration {
    var store: () -> Void = {}
    var announce: () -> Void = {}
}

extension TSUD {
    /// What is stored, as a property list takes it.
    static func exportedObject(in suite: UserDefaults) -> Any? {
        key(in: suite).storedObject.map { PropertyListObject($0)?.foundationObject ?? $0 }
    }

    /// What to do for an exported object, if the key can read it; `nil` to reset the setting.
    static func restoration(of object: Any?, in suite: UserDefaults) throws(TSUDError) -> Restoration {
        let key = key(in: suite)
        let stored = key.storedObject
        guard let object else {
            // What a launch argument hides can't always be seen.
            let isSet = stored != nil || key.suite.launchArgument(forKey: key.key) != nil
            return isSet ? Restoration(store: { key.remove() }, announce: { key.announce() }) : Restoration()
        }
        let form = try key.form(of: key.decode(object))
        if isSameObject(object, stored) { return Restoration() }
        return Restoration(store: { key.put(form) }, announce: { key.announce() })
    }
}

extension TSUDError {
    /// One error that says what several say; `nil` where there is none.
    init?(_ errors: [TSUDError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        self.init(
            Set(errors.map(\.code)).count == 1 ? first.code : .unreadable,
            description: errors.map(\.description).joined(separator: " ")
        )
    }
}
