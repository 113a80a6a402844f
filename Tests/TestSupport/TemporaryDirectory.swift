package import Foundation

/// A new directory that is removed when it is deallocated.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("tsud-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // Helpers that have dropped root privileges use it as well.
        chmod(path, 0o777)
    }

    deinit {
        // A test may have removed the permissions that removal needs.
        chmod(path, 0o777)
        try? FileManager.default.removeItem(atPath: path)
    }

    package func path(_ name: String) -> String { path + "/" + name }

    /// The names of all files in the directory, including hidden ones but not the locks, sorted.
    package var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter { !$0.hasSuffix(".plist.lock") && !$0.hasSuffix(".plist.next") }.sorted()
    }

    /// Creates a file, or replaces it atomically, because one that is empty for a fifth of a second is damaged.
    package func write(_ bytes: [UInt8], to name: String) throws {
        var status = stat()
        let isReplaced = lstat(path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let new = isReplaced ? name + "." + UUID().uuidString : name
        try Data(bytes).write(to: URL(fileURLWithPath: path(new)))
        chmod(path(new), 0o666)
        if isReplaced, rename(path(new), path(name)) != 0 { throw CocoaError(.fileWriteUnknown) }
    }

    /// Writes over a file, which keeps its owner and its mode.
    package func overwrite(_ name: String, with bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    package func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// Writes a property list, by default as XML, like Foundation.
    package func write(
        _ settings: [String: Any],
        to name: String,
        format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: settings, format: format, options: 0)
        try write([UInt8](data), to: name)
    }

    /// The settings in a file; throws if it does not parse.
    package func settings(in name: String) throws -> [String: Any] {
        let object = try PropertyListSerialization.propertyList(from: Data(bytes(of: name)), format: nil)
        guard let settings = object as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
        return settings
    }

    /// The result of `stat` for a file.
    package func status(of name: String) -> stat? {
        var status = stat()
        return stat(path(name), &status) == 0 ? status : nil
    }

    package func mode(of name: String) -> mode_t? { status(of: name).map { $0.st_mode & 0o7777 } }
}
