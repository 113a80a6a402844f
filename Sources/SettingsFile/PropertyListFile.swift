#if os(Linux)
package import Foundation

/// The bytes of a property-list file, not parsed yet.
package struct PropertyListFile {
    let data: Data
    let stamp: FileStamp

    /// Reads the file at a path, following symbolic links; `nil` if there is none.
    init?(_ path: String) throws(FileError) {
        // Without `O_NONBLOCK` opening a named pipe would block forever.
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .last("can't open the file to read it")
        }
        defer { close(descriptor) }
        try self.init(descriptor)
    }

    /// Reads an open file from its beginning.
    init(_ descriptor: Int32) throws(FileError) {
        let now = FileStamp.now
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("can't look at the file") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileError(action: "a directory is in the file's place", systemError: EISDIR)
        default: throw FileError(action: "something other than a file is in its place", systemError: EINVAL)
        }
        lseek(descriptor, 0, SEEK_SET)
        guard let data = try? FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data() else {
            throw .last("can't read the file")
        }
        self.data = data
        stamp = FileStamp(status, at: now)
    }

    /// The state of the file at a path.
    package static func state(_ path: String) throws(FileError) -> FileState {
        try Self(path)?.parsed ?? .absent
    }

    /// Whether it is of the format that keys save; `synchronize()` writes XML.
    var isBinary: Bool { BinaryPropertyList.isBinary(data) }

    var parsed: FileState {
        switch Self.parse(data) {
        case .success(let settings): .settings(settings, stamp)
        case .failure(let damage): .damaged(damage, stamp)
        }
    }

    /// Parses the contents of a file: binary ones here, and all others with Foundation.
    package static func parse(_ data: Data) -> Result<PropertyListDictionary, Damage> {
        Result { () throws(Damage) -> PropertyListDictionary in
            guard !data.isEmpty else { throw Damage(reason: "it is empty") }
            if BinaryPropertyList.isBinary(data) {
                guard case .dictionary(let settings) = try BinaryPropertyList.decode(data) else { throw .noDictionary }
                return settings
            }
            guard let object = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
                throw .malformed
            }
            guard let dictionary = object as? [AnyHashable: Any] else { throw .noDictionary }
            guard let settings = PropertyListObject.dictionary(from: dictionary) else { throw .foreign }
            return settings
        }
    }
}

extension Damage {
    fileprivate static let noDictionary = Self(reason: "its top level is not a dictionary")
}
#endif
