#if os(Linux)
import Foundation
import TSUD
import TSUDText

/// The administrator's values for the settings of one suite in a list.
struct SystemSuite {
    let suite: UserDefaults
    let places: SystemPlaces
    private let handles: NamedHandles
    private var files: [String: SystemFile] = [:]
    private var locked: NamedValues<Entry> = [:]
    private var standard: NamedValues<Entry> = [:]
    /// The keys that have values, also those of an earlier call for the same list.
    private(set) var keys: Set<Spelling>

    /// A value in a file.
    private struct Entry {
        let path: String
        let json: JSON
        /// The last valid value of the name.
        var found: FoundObject?
        /// The reason why the present one can't be used.
        var fault: String?
        /// The setting and the name, if it belongs to a member.
        let member: Member?
    }

    /// The name of a member that an administrator gives a value.
    struct Member: Hashable {
        let setting: String
        let name: String
    }

    init(_ suite: UserDefaults, _ places: SystemPlaces, _ handles: [any AnyHandle], replacing keys: Set<Spelling>) {
        (self.suite, self.places, self.keys) = (suite, places, keys)
        self.handles = NamedHandles(handles)
    }

    /// The members that an administrator gives values.
    var members: Set<Member> { Set(allEntries.compactMap(\.member)) }

    private var allEntries: [Entry] { (Array(locked) + standard).map(\.value) }

    /// The unreadable files, in the order of the search, except those that a program of root ignores.
    var damages: [(path: String, isLocked: Bool)] {
        [true, false].flatMap { isLocked in
            places.paths(isLocked: isLocked, known: Array(files.keys)).compactMap { path in
                files[path].flatMap { $0.damage == nil || $0.isUntrusted ? nil : (path, isLocked) }
            }
        }
    }

    /// Reads the files that have changed, and replaces the values of the suite.
    ///
    /// - Returns: The faults that remain.
    mutating func refresh() -> Set<String> {
        // An administrator may move a value to a file that has been read already. After one reading that finds no
        // change, all contents are of the same moment.
        for _ in 0..<10 {
            if !readFiles() { break }
        }
        locked = entries(.managed, old: locked)
        standard = entries(.system, old: standard)
        let old = keys
        keys = Set((locked.keys + standard.keys).map(Spelling.init))
        var values: NamedValues<SystemValues> = [:]
        for key in keys.map(\.name) {
            let lock = locked[key]
            values[key] = SystemValues(lock: lock?.path, locked: lock?.found, standard: standard[key]?.found)
        }
        suite.replaceSystemValues(of: old, with: values)
        return Set(faults)
    }

    private var faults: [String] {
        let ofValues = allEntries.compactMap(\.fault)
        let ofFiles = files.values.compactMap { file in
            let effect = file.values.isEmpty ? "ignores the file" : "keeps the file's last values"
            return file.damage.map { "Settings in '\(file.path)' can't be read, \($0.reason); TSUD \(effect)." }
        }
        return ofFiles + ofValues
            + places.propertyLists.map { "TSUD ignores '\($0)', because it reads JSON files here." }
    }

    /// - Returns: Whether any file has changed.
    private mutating func readFiles() -> Bool {
        let paths = [true, false].flatMap { places.paths(isLocked: $0, known: Array(files.keys)) }
        var isChanged = false
        for path in files.keys where !paths.contains(path) {
            files[path] = nil
            isChanged = true
        }
        for path in paths {
            var file = files[path] ?? SystemFile(at: path)
            if file.refresh() { isChanged = true }
            files[path] = file
        }
        return isChanged
    }

    // MARK: Values

    /// Returns the first value of each key.
    private func entries(_ origin: ValueOrigin, old: NamedValues<Entry>) -> NamedValues<Entry> {
        var entries: NamedValues<Entry> = [:]
        for path in places.paths(isLocked: origin == .managed, known: Array(files.keys)) {
            guard let values = files[path]?.values else { continue }
            var own: NamedValues<(json: JSON, handle: any AnyHandle)> = [:]
            for (name, json) in values.sorted {
                // A former key counts for nothing, and a key before another name of it.
                guard let (handle, key) = handle(named: name), key == handle.stringKey, handle.mayBeAdded else {
                    continue
                }
                if entries[key] == nil, own[key] == nil || name.isSpelled(like: key) { own[key] = (json, handle) }
            }
            for (key, (json, handle)) in own {
                entries[key] = entry(of: handle, json, in: path, origin, old[key])
            }
        }
        return entries
    }

    private func handle(named name: String) -> (handle: any AnyHandle, key: String)? {
        guard let found = handles[name] else { return nil }
        guard let member = found.handle.member, let decoded = member.removingPercentEncoding, decoded != member
        else { return found }
        // An export has an independent member by such a name: "isShown/CPU%2E1".
        let other = found.handle.setting.anyHandle(of: decoded, in: suite)
        return other.name == name ? (other, other.stringKey) : found
    }

    private func entry(
        of handle: any AnyHandle,
        _ json: JSON,
        in path: String,
        _ origin: ValueOrigin,
        _ old: Entry?
    ) -> Entry {
        if let old, old.path == path, old.json == json { return old }
        let member = handle.member.map { Member(setting: handle.setting.stringKey, name: $0) }
        var entry = Entry(path: path, json: json, found: old?.found, member: member)
        do throws(TSUDError) {
            let object = try handle.object(ofJSON: json, from: "Value for key '\(handle.stringKey)' in '\(path)'")
            entry.found = FoundObject(kept: object as AnyObject, origin, path: path)
            entry.fault = handle.messages(aboutFieldsOf: json).first.map { "Settings in '\(path)': \($0)" }
        } catch {
            let description = error.description.replacing("\n", with: " ")
            entry.fault = description + (old?.found == nil ? "" : " TSUD keeps the last valid value.")
        }
        return entry
    }
}

extension AnyHandle {
    fileprivate func object(ofJSON json: JSON, from source: String) throws(TSUDError) -> Any {
        try object(of: value(ofJSON: json, from: source))
    }
}
#endif
