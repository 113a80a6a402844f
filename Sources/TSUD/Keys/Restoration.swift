import Foundation

extension BoundKey {
    /// Returns the setting and its members in the suite or in exported objects.
    ///
    /// The keys of other settings may look like members.
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

/// The changes that restore a list of settings from exported objects.
struct RestoredSettings {
    private let objects: [String: Any]
    private let exported: NamesByPrefix
    private let settings: Set<String>
    private let keepingAbsent: Bool
    private var namesInSuites = StoredNames()
    /// The keys of the settings and members, including former ones.
    private var known: Set<String> = []
    private(set) var stored: [String] = []
    private(set) var reset: [String] = []
    private(set) var skipped: [String] = []
    private(set) var errors: [TSUDError] = []
    private(set) var changes = Changes()

    /// The names of objects that belong to no setting.
    var unknown: [String] { objects.keys.filter { !known.contains($0) } }

    /// - Parameters:
    ///   - objects: The exported objects.
    ///   - settings: The keys of all settings of the list.
    ///   - keepingAbsent: Whether settings that are absent from the data stay.
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
            // A suite can't always find the object below a launch argument.
            let isHidden = key.backend.launchArgument(forKey: key.key) != nil
            if old == nil, !isHidden || key.backend.lockedValue(forKey: key.key) != nil { return }
            do throws(TSUDError) {
                changes.add(try key.change(to: nil), in: key.backend)
                if old != nil { reset.append(key.key) }
            } catch {
                skip(key.key, error)
            }
            return
        }
        do throws(TSUDError) {
            let new = try key.object(of: key.decode(object))
            if !isSameObject(object, old) { changes.add(try key.change(to: new), in: key.backend) }
            stored.append(key.key)
        } catch {
            skip(key.key, error)
        }
    }

    private mutating func skip(_ name: String, _ error: TSUDError) {
        skipped.append(name)
        errors.append(error)
    }
}

extension TSUD {
    /// Returns the stored objects of the setting and its members for a property list, by their current keys.
    static func exportedObjects(in suite: UserDefaults, _ names: inout StoredNames) -> [String: Any] {
        self.in(suite).key.storedObjects(&names).mapValues { PropertyListObject($0)?.foundationObject ?? $0 }
    }

    /// Adds the changes that reset the setting and its members.
    static func addResets(to changes: inout Changes, in suite: UserDefaults, _ names: inout StoredNames) {
        for key in self.in(suite).key.withMembers(&names) {
            do throws(TSUDError) {
                changes.add(try key.change(to: nil), in: key.backend)
            } catch {
                key.report(error)
            }
        }
    }
}

extension TSUDError {
    /// Creates one error with all descriptions and the key of the first; `nil` without errors.
    init?(_ errors: [TSUDError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        self.init(
            errors.allSatisfy { $0.code == first.code } ? first.code : .unreadable,
            key: first.key,
            description: errors.map(\.description).joined(separator: " "),
            parts: errors
        )
    }
}
