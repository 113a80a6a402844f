import Foundation
import TSUD

/// The changes that restore a list of settings from exported objects.
struct RestoredSettings {
    private let exported: ExportedObjects
    private let names: NamesByKeys
    /// The keys of all settings of the list.
    private let settings: Set<Spelling>
    private let keepingAbsent: Bool
    private var namesInSuites = StoredNames()
    /// The keys of the settings and members, including former ones.
    private var known: Set<Spelling> = []
    private var stored: [String] = []
    private var reset: [String] = []
    private var skipped: [String] = []
    private var errors: [TSUDError] = []
    private var changes = Changes()

    /// - Parameters:
    ///   - exported: The exported objects.
    ///   - handles: The settings of the list.
    ///   - keepingAbsent: Whether settings that are absent from the data stay.
    init(_ exported: ExportedObjects, to handles: [any AnyHandle], keepingAbsent: Bool) {
        self.exported = exported
        self.keepingAbsent = keepingAbsent
        names = NamesByKeys(exported.names, of: handles)
        settings = Set(handles.map { Spelling($0.stringKey) })
        for handle in handles { add(handle) }
    }

    /// Makes the changes, all or none.
    func apply(skippingInvalid: Bool) throws(TSUDError) -> TSUDRestoration {
        let unknown = exported.names.filter { !known.contains(Spelling($0)) }
        if !unknown.isEmpty, unknown.count == exported.names.count { throw ExportedSettings.foreign(unknown) }
        if !skippingInvalid, let error = TSUDError(errors) { throw error }
        try changes.applyInUpdate()
        return TSUDRestoration(
            stored: stored.sorted(),
            reset: reset.sorted(),
            skipped: skipped.sorted(),
            unknown: unknown.sorted()
        )
    }

    /// Adds a setting and its members.
    private mutating func add(_ handle: some AnyHandle) {
        // The keys of other settings may look like members.
        for each in handle.withMembers(&namesInSuites, orNamedIn: names)
        where each.member == nil || !settings.contains(Spelling(each.stringKey)) {
            add(each)
        }
    }

    private mutating func add<Setting: TSUD>(_ handle: TSUDHandle<Setting>) {
        let key = handle.stringKey
        if let error = exported.errors[key] {
            known.insert(Spelling(key))
            return skip(key, error)
        }
        let object = handle.object(in: { exported.objects[$0] })
        if !handle.canReset(object) { return }
        known.formUnion(([key] + handle.formerKeys).map(Spelling.init))
        let old = handle.storedObject
        do throws(TSUDError) {
            if let object {
                let value = try handle.value(of: FoundObject(object, .stored))
                if !isSameObject(object, old), !handle.isLocked(to: value) {
                    try handle.addChange(to: value, to: &changes)
                }
                stored.append(key)
            } else if !keepingAbsent, handle.canReset(old), old != nil || handle.mayHideObject {
                try handle.addChange(to: nil, to: &changes)
                if old != nil { reset.append(key) }
            }
        } catch {
            skip(key, error)
        }
    }

    private mutating func skip(_ name: String, _ error: TSUDError) {
        skipped.append(name)
        errors.append(error)
    }
}

extension AnyHandle {
    /// The administrator's value that nothing overrides.
    private var lockedValue: FoundObject? { systemValue.flatMap { $0.origin == .managed && $0.path != nil ? $0 : nil } }

    /// Whether an administrator's file locks the key with an equal value.
    fileprivate func isLocked(to value: Setting.ValueType) -> Bool {
        guard let locked = lockedValue, let known = try? self.value(of: locked) else { return false }
        return Setting.areSame(known, value)
    }

    /// Whether a launch argument may take precedence over a stored object, which a suite can't always find then.
    fileprivate var mayHideObject: Bool { visibility != .known && lockedValue == nil }
}

/// Returns a property list of the stored objects of settings and their members, by their current keys.
func exportedData(of handles: [any AnyHandle]) throws(TSUDError) -> Data {
    var objects: NamedValues<Any> = [:]
    var names = StoredNames()
    for handle in handles {
        for (name, object) in handle.storedObjects(&names) { objects[name] = object }
    }
    return try ExportedSettings.data(of: objects)
}
