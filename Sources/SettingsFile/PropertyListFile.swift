#if os(Linux)
package import Foundation

/// The property list at a path.
package enum PropertyListFile {
    /// Reads the file at a path, following symbolic links.
    package static func read(_ path: String) throws(DiskRefusal) -> FileState {
        try contents(path)?.parsed ?? .absent
    }

    /// The bytes of the file at a path; `nil` if there is none.
    static func contents(_ path: String) throws(DiskRefusal) -> Contents? {
        // Without `O_NONBLOCK` opening a named pipe would block forever.
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .last("can't open the file to read it")
        }
        defer { close(descriptor) }
        return try Contents(of: descriptor)
    }

    /// Reads an open file from its beginning.
    static func read(_ descriptor: Int32) throws(DiskRefusal) -> FileState {
        try Contents(of: descriptor).parsed
    }

    /// The bytes of a file, not parsed yet.
    struct Contents {
        let data: Data
        let stamp: FileStamp

        init(of descriptor: Int32) throws(DiskRefusal) {
            let now = FileStamp.now
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .last("can't look at the file") }
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw DiskRefusal(action: "a directory is in the file's place", systemError: EISDIR)
            default: throw DiskRefusal(action: "something other than a file is in its place", systemError: EINVAL)
            }
            lseek(descriptor, 0, SEEK_SET)
            guard let data = try? FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data() else {
                throw .last("can't read the file")
            }
            self.data = data
            stamp = FileStamp(status, at: now)
        }

        var parsed: FileState {
            switch parse(data) {
            case .success(let settings): .settings(settings, stamp)
            case .failure(let damage): .damaged(damage, stamp)
            }
        }
    }

    /// Parses the contents of a file.
    package static func parse(_ data: Data) -> Result<[String: PropertyListObject], Damage> {
        guard !data.isEmpty else { return .failure(Damage(reason: "it is empty")) }
        // A malformed offset table is left to Foundation's parser.
        if let damage = BinaryPropertyList(data)?.damage() { return .failure(damage) }
        guard let object = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
            return .failure(Damage(reason: "it is no property list"))
        }
        guard let dictionary = object as? [AnyHashable: Any] else {
            return .failure(Damage(reason: "its top level is no dictionary"))
        }
        guard let settings = PropertyListObject.dictionary(from: dictionary) else {
            return .failure(.foreign)
        }
        return .success(settings)
    }

    /// The contents of a file with these settings; `nil` if Foundation can't encode them.
    package static func data(of settings: [String: PropertyListObject]) -> Data? {
        try? PropertyListSerialization.data(
            fromPropertyList: settings.mapValues(\.foundationObject),
            format: .binary,
            options: 0
        )
    }
}
#endif
