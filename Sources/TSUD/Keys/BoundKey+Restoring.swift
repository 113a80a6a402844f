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

    /// What exported objects make of the key: what is under it or a former key, or nothing.
    fileprivate func restoration(from objects: [String: Any]) -> Restoration {
        let stored = storedObject
        guard let object = object(in: { objects[$0] }) else {
            // An object that a launch argument hides can't always be detected.
            let isHidden = backend.launchArgument(forKey: key) != nil
            return stored == nil ? .absent(isHidden ? change(to: nil) : nil) : .reset(change(to: nil))
        }
        do throws(TSUDError) {
            let restored = try self.object(of: decode(object))
            return .stored(isSameObject(object, stored) ? nil : change(to: restored))
        } catch {
            return .wrong(error)
        }
    }
}

/// What restoring does with one key, and the change that it takes.
enum Restoration {
    case stored(KeyChange?)
    case reset(KeyChange)
    /// It is neither stored nor in the data.
    case absent(KeyChange?)
    case wrong(TSUDError)
}

extension TSUD {
    /// What is stored for the setting and its members, as a property list contains it, each by its current name.
    static func exportedObjects(in suite: UserDefaults, _ names: inout StoredNames) -> [String: Any] {
        self.in(suite).key.storedObjects(&names).mapValues { PropertyListObject($0)?.foundationObject ?? $0 }
    }

    static func resets(in suite: UserDefaults, _ names: inout StoredNames) -> [KeyChange] {
        self.in(suite).key.withMembers(&names).map { $0.change(to: nil) }
    }

    /// What restoring does with the setting and its members, and the names that belong to each.
    static func restorations(
        from objects: [String: Any],
        _ exported: NamesByPrefix,
        settings: Set<String>,
        in suite: UserDefaults,
        _ names: inout StoredNames
    ) -> [(names: [String], restoration: Restoration)] {
        self.in(suite).key.withMembers(&names, andThoseIn: exported, except: settings).map { key in
            ([key.key] + key.formerKeys, key.restoration(from: objects))
        }
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
