#if os(Linux)
import Foundation

/// The bytes of a property-list file, not parsed yet.
struct PropertyListFile {
    let data: Data
    let stamp: FileStamp
    /// What is there instead of a file that can be read.
    private let damage: Damage?

    /// Reads the file at a path, following symbolic links; `nil` if there is none.
    init?(_ path: String) throws(FileError) {
        // Without `O_NONBLOCK` opening a named pipe would block forever.
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 {
            try self.init(descriptor)
        } else if errno == ENOENT || errno == ENOTDIR {
            return nil
        } else if errno == EACCES, let found = try? FileStamp.ofFile(at: path) {
            self.init(Data(), found, Damage(reason: "it may not be read"))
        } else {
            throw .last("can't open the file to read it")
        }
    }

    private init(_ data: Data, _ stamp: FileStamp, _ damage: Damage?) {
        (self.data, self.stamp, self.damage) = (data, stamp, damage)
    }

    /// Reads an open file from its beginning.
    init(_ descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("can't look at the file") }
        let stamp = FileStamp(status)
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size <= Self.sizeLimit:
            let data = try Self.bytes(of: descriptor, count: Int(status.st_size))
            self.init(data, stamp, data.count > Self.sizeLimit ? .tooLarge : nil)
        case S_IFREG: self.init(Data(), stamp, .tooLarge)
        case S_IFDIR: self.init(Data(), stamp, Damage(reason: "a directory is in its place"))
        default: self.init(Data(), stamp, Damage(reason: "something other than a file is in its place"))
        }
    }

    /// 256 MB; what is larger is no file of settings, and would take memory and time to read.
    private static let sizeLimit = 256 << 20

    /// Reads a little more than the limit at most.
    private static func bytes(of descriptor: Int32, count expected: Int) throws(FileError) -> Data {
        var bytes = [UInt8](repeating: 0, count: expected + 1)
        var count = 0
        while true {
            let read = bytes.withUnsafeMutableBytes { buffer in
                retryingInterrupted {
                    pread(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
                }
            }
            guard read >= 0 else { throw .last("can't read the file") }
            count += read
            if read == 0 || count > sizeLimit {
                bytes.removeLast(bytes.count - count)
                return Data(bytes)
            }
            if count == bytes.count {
                bytes += [UInt8](repeating: 0, count: min(bytes.count, sizeLimit + 1 - bytes.count))
            }
        }
    }

    /// The settings in the file.
    var settings: PropertyListDictionary {
        get throws(Damage) {
            if let damage { throw damage }
            return try PropertyListData.settings(in: data)
        }
    }
}

extension Damage {
    fileprivate static let tooLarge = Self(reason: "it is larger than 256 MB", isHarmful: true)
}
#endif
