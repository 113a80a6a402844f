import Foundation

extension BoundKey {
    /// The setting and those of its members that are in the suite or in exported objects.
    ///
    /// The names of other settings may look like members, but are none.
    fileprivate func withMembers(
        _ names: inout StoredNames,
        andThoseIn exported: NamesByPrefix,
        except settings: Set<String>
    ) -> [BoundKey] {
        let members = Array(Set(members(&names) + members { exported[$0] })).sorted()
        let found = members.map { BoundKey($0, of: self) }
        return [self] + found.filter { !settings.contains($0.key) }
    }
}

/// What restoring exported objects does with the settings of a list; nothing is stored yet.
struct RestoredSettings {
    private let objects: [String: Any]
    private let exported: NamesByPrefix
    private let settings: Set<String>
    private let keepingAbsent: Bool
    private var namesInSuites = StoredNames()
    /// The names that belong to the settings and members, former ones among them.
    private var known: Set<String> = []
    private(set) var stored: [String] = []
    private(set) var reset: [String] = []
    private(set) var skipped: [String] = []
    private(set) var errors: [TSUDError] = []
    private(set) var changes: [KeyChange] = []

    /// The names of objects that belong to none of the settings.
    var unknown: [String] { objects.keys.filter { !known.contains($0) } }

    /// - Parameters:
    ///   - objects: the exported objects.
    ///   - settings: the names of all settings of the list.
    ///   - keepingAbsent: whether what is not in the data stays as it is.
    init(_ objects: [String: Any], of settings: Set<String>, keepingAbsent: Bool) {
        (self.objects, self.settings, self.keepingAbsent) = (objects, settings, keepingAbsent)
        exported = NamesByPrefix(Array(objects.keys))
    }

    /// Adds a setting and its members.
    mutating func add<Setting: TSUD>(_: Setting.Type, in suite: UserDefaults) {
        let key = Setting.in(suite).key
        for key in key.withMembers(&namesInSuites, andThoseIn: exported, except: settings) { add(key) }
    }

    private mutating func add<Setting: TSUD>(_ key: BoundKey<Setting>) {
        known.formUnion([key.key] + key.formerKeys)
        let old = key.storedObject
        guard let object = key.object(in: { objects[$0] }) else {
            if keepingAbsent { return }
            if old != nil { reset.append(key.key) }
            // An object that a launch argument hides can't always be detected.
            let isHidden = key.backend.launchArgument(forKey: key.key) != nil
            if old != nil || isHidden { changes.append(key.change(to: nil)) }
            return
        }
        do throws(TSUDError) {
            let new = try key.object(of: key.decode(object))
            stored.append(key.key)
            if !isSameObject(object, old) { changes.append(key.change(to: new)) }
        } catch {
            skipped.append(key.key)
            errors.append(error)
        }
    }
}

extension TSUD {
    /// What is stored for the setting and its members, as a property list contains it, each by its current name.
    static func exportedObjects(in suite: UserDefaults, _ names: inout StoredNames) -> [String: Any] {
        self.in(suite).key.storedObjects(&names).mapValues { PropertyListObject($0)?.foundationObject ?? $0 }
    }

    static func resets(in suite: UserDefaults, _ names: inout StoredNames) -> [KeyChange] {
        self.in(suite).key.withMembers(&names).map { $0.change(to: nil) }
    }
}

extension TSUDError {
    /// One error with the descriptions of all, and the key of the first; `nil` without errors.
    init?(_ errors: [TSUDError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        self.init(
            errors.allSatisfy { $0.code == first.code } ? first.code : .unreadable,
            key: first.key,
            description: errors.map(\.description).joined(separator: " ")
        )
    }
}
