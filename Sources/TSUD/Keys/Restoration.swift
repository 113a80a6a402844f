import Foundation

extension BoundKey {
    /// Returns the setting and its members in the suite or in exported objects.
    ///
    /// The keys of other settings may look like members.
    fileprivate func withMembers(
        _ names: inout StoredNames,
        andThoseIn exported: NamesByKeys,
        except settings: Set<String>
    ) -> [BoundKey] {
        let members = Array(Set(members(&names) + members { exported[$0] })).sorted()
        let found = members.map(member(named:))
        return [self] + found.filter { !settings.contains($0.key) }
    }
}

/// The changes that restore a list of settings from exported objects.
struct RestoredSettings {
    private let exported: ExportedObjects
    private let names: NamesByKeys
    /// The keys of all settings of the list.
    private let settings: Set<String>
    private let keepingAbsent: Bool
    private var namesInSuites = StoredNames()
    /// The keys of the settings and members, including former ones.
    private var known: Set<String> = []
    private var stored: [String] = []
    private var reset: [String] = []
    private var skipped: [String] = []
    private var masked: [String] = []
    private var errors: [TSUDError] = []
    private var changes = Changes()

    /// - Parameters:
    ///   - exported: The exported objects.
    ///   - handles: The settings of the list.
    ///   - keepingAbsent: Whether settings that are absent from the data stay.
    init(_ exported: ExportedObjects, to handles: [any AnyHandle], keepingAbsent: Bool) {
        self.exported = exported
        self.keepingAbsent = keepingAbsent
        names = NamesByKeys(exported.names)
        settings = Set(handles.map { $0.stringKey })
        for handle in handles { add(handle) }
    }

    /// Makes the changes, all or none.
    func apply(skippingInvalid: Bool) throws(TSUDError) -> TSUDRestoration {
        let unknown = exported.names.filter { !known.contains($0) }
        if !unknown.isEmpty, unknown.count == exported.names.count { throw ExportedSettings.foreign(unknown) }
        if !skippingInvalid, let error = TSUDError(errors) { throw error }
        try changes.applyInUpdate()
        return TSUDRestoration(
            stored: stored.sorted(),
            reset: reset.sorted(),
            skipped: skipped.sorted(),
            unknown: unknown.sorted(),
            masked: masked.sorted()
        )
    }

    /// Adds a setting and its members.
    private mutating func add(_ handle: some AnyHandle) {
        for key in handle.key.withMembers(&namesInSuites, andThoseIn: names, except: settings) { add(key) }
    }

    private mutating func add<Setting: TSUD>(_ key: BoundKey<Setting>) {
        if exported.masked.contains(key.key) {
            known.insert(key.key)
            masked.append(key.key)
            return
        }
        if let error = exported.errors[key.key] {
            known.insert(key.key)
            return skip(key.key, error)
        }
        let object = key.object(in: { exported.objects[$0] })?.object
        if !key.canReset(object) { return }
        known.formUnion([key.key] + key.formerKeys)
        let old = key.storedObject
        guard let object else {
            if keepingAbsent || !key.canReset(old) { return }
            // A suite can't always find the object below a launch argument.
            let isHidden = key.backend.launchArgument(forKey: key.key) != nil
            if old == nil, !isHidden || key.backend.systemValues(forKey: key.key)?.locked != nil { return }
            do throws(TSUDError) {
                changes.add(try key.change(to: nil), in: key.backend)
                if old != nil { reset.append(key.key) }
            } catch {
                skip(key.key, error)
            }
            return
        }
        do throws(TSUDError) {
            let value = try key.decode(stored: object)
            let new = try key.object(of: value)
            if !isSameObject(object, old), !key.isLocked(to: value) {
                changes.add(try key.change(to: new), in: key.backend)
            }
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

/// Returns a property list of the stored objects of settings and their members, by their current keys.
func exportedData(of handles: [any AnyHandle]) throws(TSUDError) -> Data {
    var objects: [String: Any] = [:]
    var names = StoredNames()
    for handle in handles { objects.merge(handle.storedObjects(&names)) { $1 } }
    return try ExportedSettings.data(of: objects.mapValues { PropertyListObject($0)?.foundationObject ?? $0 })
}

extension AnyHandle {
    /// Adds the changes that reset the setting and its members.
    func addResets(to changes: inout Changes, _ names: inout StoredNames) {
        for key in key.withMembers(&names) where key.canReset(key.storedObject) {
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
    package init?(_ errors: [TSUDError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        let descriptions = errors.map(\.description)
        let separator = descriptions.contains { $0.contains("\n") } ? "\n" : " "
        self.init(
            errors.allSatisfy { $0.code == first.code } ? first.code : .unreadable,
            key: first.key,
            description: descriptions.joined(separator: separator),
            parts: errors
        )
    }
}
