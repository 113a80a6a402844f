#if os(Linux)
import Foundation

/// Watches the directories that lead to the files of several owners, with one descriptor for all of them.
///
/// Not thread-safe. It watches directories because saving replaces the file.
final class DirectoryWatch {
    /// The inotify descriptor to poll.
    let descriptor: Int32
    /// The watched entries of each owner, and the owners of each entry, by the number of its directory.
    private var entries: NamedValues<Set<Entry>> = [:]
    private var owners: [Int32: [String: Set<Spelling>]] = [:]

    /// One name in a directory.
    private struct Entry: Hashable {
        /// The number that the kernel has given the directory.
        let number: Int32
        /// Empty for every name.
        let name: String
    }

    /// - Throws: the failed system call, for example because the user may have no more instances of inotify.
    init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if descriptor < 0 { throw .last("can't watch files") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches these files for an owner, and no others that it has watched before.
    ///
    /// It watches the entry of a file in its directory, and the entry of each symbolic link on the path.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - others: files in whose directories it watches every entry.
    ///   - owner: the owner.
    /// - Returns: whether it has watched others until now.
    /// - Throws: the last failed system call, for example because the user may have no more watches. The other files
    ///   are watched.
    @discardableResult
    func watch(
        _ files: [FilePath],
        andDirectoriesOf others: [FilePath] = [],
        for owner: String
    ) throws(FileError) -> Bool {
        var found: Set<Entry> = []
        var failure: FileError?
        for (file, isWhole) in files.map({ ($0, false) }) + others.map({ ($0, true) }) {
            do throws(FileError) {
                let (target, links) = try file.resolved()
                for entry in links + [target] { try watch(isWhole ? "" : entry.name, in: entry.directory, &found) }
                // A single file that is mounted may be written in place through another directory.
                add(target.path, IN_CLOSE_WRITE | IN_ATTRIB, "", &found)
            } catch {
                failure = error
            }
        }
        let isChanged = entries[owner] ?? [] != found
        replaceEntries(of: owner, with: found)
        if let failure { throw failure }
        return isChanged
    }

    private func replaceEntries(of owner: String, with new: Set<Entry>) {
        let old = entries[owner] ?? []
        for entry in new.subtracting(old) {
            owners[entry.number, default: [:]][entry.name, default: []].insert(Spelling(owner))
        }
        for entry in old.subtracting(new) {
            owners[entry.number]?[entry.name]?.remove(Spelling(owner))
            if owners[entry.number]?[entry.name]?.isEmpty == true { owners[entry.number]?[entry.name] = nil }
            guard owners[entry.number]?.isEmpty == true else { continue }
            owners[entry.number] = nil
            inotify_rm_watch(descriptor, entry.number)
        }
        entries[owner] = new.isEmpty ? nil : new
    }

    /// Watches an entry of a directory or, if there is no such directory, of the nearest parent that exists.
    private func watch(_ name: String, in directory: String, _ found: inout Set<Entry>) throws(FileError) {
        let events =
            IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        if add(directory, events, name, &found) { return }
        guard errno == ENOENT || errno == ENOTDIR, directory != "/" else { throw .last("can't watch a directory") }
        let parent = FilePath(directory)
        try watch(parent.name, in: parent.directory, &found)
        // It may have been made before its parent was watched.
        add(directory, events, name, &found)
    }

    /// - Returns: whether the path can be watched.
    @discardableResult
    private func add(_ path: String, _ events: Int32, _ name: String, _ found: inout Set<Entry>) -> Bool {
        let number = inotify_add_watch(descriptor, path, UInt32(bitPattern: events))
        if number >= 0 { found.insert(Entry(number: number, name: name)) }
        return number >= 0
    }

    /// Returns the owners of entries that have changed since the last call, without waiting.
    ///
    /// Locks and temporary files don't count.
    func changedOwners() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var changed: Set<Spelling> = []
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return changed.map(\.name) }
            var rest = buffer[..<count]
            while rest.count >= MemoryLayout<inotify_event>.size {
                let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                rest = rest.dropFirst(MemoryLayout<inotify_event>.size)
                let name = String(decoding: rest.prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
                rest = rest.dropFirst(Int(event.len))
                changed.formUnion(owners(of: event, name))
            }
        }
    }

    private func owners(of event: inotify_event, _ name: String) -> Set<Spelling> {
        // The kernel has dropped events.
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return Set(entries.keys.map(Spelling.init)) }
        // The end of a watch, which follows the replacement of its file.
        if event.mask & UInt32(IN_IGNORED) != 0 || FilePath.isHidden(name) { return [] }
        let directory = owners[event.wd] ?? [:]
        // An event of the directory itself has no name.
        if name.isEmpty { return directory.values.reduce(into: []) { $0.formUnion($1) } }
        return (directory[name] ?? []).union(directory[""] ?? [])
    }
}
#endif
