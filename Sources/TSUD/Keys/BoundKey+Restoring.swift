import Foundation
import SettingsFile

extension BoundKey {
    /// What is stored for a setting and its members, as a property list contains it, each by its current name.
    var exportedObjects: [String: Any] { storedObjects.mapValues { PropertyListObject($0)?.foundationObject ?? $0 } }

    /// The setting and those of its members that are in the suite or in exported objects.
    ///
    /// The names of other settings may look like members, but are none.
    func withMembers(andThoseIn objects: [String: Any], except settings: Set<String>) -> [BoundKey] {
        let exported = members { prefix in objects.keys.filter { $0.hasUTF8Prefix(prefix) } }
        let found = Set(members + exported).sorted().map { BoundKey($0, of: self) }
        return [self] + found.filter { !settings.contains($0.key) }
    }

    /// The change that restores exported objects; `nil` if nothing has to change.
    ///
    /// Without an object under the key or a former one the key is reset.
    func restoration(from objects: [String: Any]) throws(TSUDError) -> KeyChange? {
        let stored = storedObject
        guard let object = object(in: { objects[$0] }) else {
            // An object that a launch argument hides can't always be detected.
            return stored != nil || backend.launchArgument(forKey: key) != nil ? change(to: nil) : nil
        }
        let form = try form(of: decode(object))
        return isSameObject(object, stored) ? nil : change(to: form)
    }
}

extension TSUD {
    static func exportedObjects(in suite: UserDefaults) -> [String: Any] { key(in: suite).exportedObjects }

    static func resets(in suite: UserDefaults) -> [KeyChange] { key(in: suite).withMembers.map { $0.change(to: nil) } }

    /// The changes that restore the setting and its members, and the names that belong to these.
    static func restorations(
        from objects: [String: Any],
        settings: Set<String>,
        in suite: UserDefaults
    ) -> (changes: [Result<KeyChange?, TSUDError>], names: [String]) {
        let keys = key(in: suite).withMembers(andThoseIn: objects, except: settings)
        let changes = keys.map { key in
            Result { () throws(TSUDError) in try key.restoration(from: objects) }
        }
        return (changes, keys.flatMap { [$0.key] + $0.formerKeys })
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
