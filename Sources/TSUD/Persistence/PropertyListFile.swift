#if os(Linux)
import Foundation

/// What tells one state of a file from another without reading it.
struct FileStamp: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: timespec
    let changed: timespec
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    /// Whether the file was last changed long enough ago that a further change would give it another stamp: the
    /// kernel's clock for files stands still for up to ten milliseconds, and numbers of files are used again.
    let isSettled: Bool

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = status.st_mtim
        changed = status.st_ctim
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        isSettled = now.nanoseconds - status.st_ctim.nanoseconds > 20_000_000
    }

    static func == (one: Self, other: Self) -> Bool {
        one.device == other.device && one.inode == other.inode && one.size == other.size
            && one.modified.nanoseconds == other.modified.nanoseconds
            && one.changed.nanoseconds == other.changed.nanoseconds
    }
}

extension timespec {
    /// The time in nanoseconds, to be compared with others of its clock.
    var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

/// What is found where a suite's file should be.
enum FileState: Sendable {
    case absent
    /// A property list with a dictionary at its top.
    case settings([String: StoredObject], FileStamp)
    /// Anything else that can be read.
    case damaged(Damage, FileStamp)

    var settings: [String: StoredObject] {
        if case .settings(let settings, _) = self { settings } else { [:] }
    }

    var stamp: FileStamp? {
        switch self {
        case .absent: nil
        case .settings(_, let stamp), .damaged(_, let stamp): stamp
        }
    }
}

/// What is wrong with a file.
struct Damage: Equatable, Sendable {
    /// What was found in the place of settings, such as "it ends too early".
    let reason: String
    /// Whether Foundation must not get to read it: the process would crash, hang, or see no settings at all.
    var harmful = false
}

/// The property list at a path.
enum PropertyListFile {
    /// The stamp of the file at a path, symbolic links followed; `nil` where there is none or it can't be reached.
    static func stamp(of path: String) -> FileStamp? {
        var status = stat()
        return stat(path, &status) == 0 ? FileStamp(status) : nil
    }

    /// Reads the file at a path, symbolic links followed.
    static func read(_ path: String) throws(DiskRefusal) -> FileState {
        // Without O_NONBLOCK a named pipe in the file's place would hold the process for ever.
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return .absent }
            throw .last("can't open the file to read it")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("can't look at the file") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw DiskRefusal(action: "a directory is in the file's place", systemError: EISDIR)
        default: throw DiskRefusal(action: "something other than a file is in its place", systemError: EINVAL)
        }
        let data = try contents(of: descriptor, size: Int(status.st_size))
        switch parse(data) {
        case .success(let settings): return .settings(settings, FileStamp(status))
        case .failure(let damage): return .damaged(damage, FileStamp(status))
        }
    }

    private static func contents(of descriptor: Int32, size: Int) throws(DiskRefusal) -> Data {
        // One byte more than the file has, so that its end is met by the first read.
        var data = Data(count: size + 1)
        var length = 0
        while true {
            let count = data.withUnsafeMutableBytes { bytes in
                retryingInterrupted {
                    Glibc.read(descriptor, bytes.baseAddress?.advanced(by: length), bytes.count - length)
                }
            }
            guard count >= 0 else { throw .last("can't read the file") }
            guard count > 0 else { break }
            length += count
            if length == data.count { data.append(Data(count: data.count)) }
        }
        return data.prefix(length)
    }

    /// Takes the bytes of a file apart.
    static func parse(_ data: Data) -> Result<[String: StoredObject], Damage> {
        guard !data.isEmpty else { return .failure(Damage(reason: "it is empty")) }
        if let damage = BinaryPropertyList.damage(in: data) { return .failure(damage) }
        guard let object = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
            return .failure(Damage(reason: "it is no property list"))
        }
        guard let dictionary = object as? [AnyHashable: Any] else {
            return .failure(Damage(reason: "its top level is no dictionary"))
        }
        guard let settings = StoredObject.dictionary(from: dictionary) else {
            return .failure(Damage(reason: "it holds an object that settings can't hold", harmful: true))
        }
        return .success(settings)
    }

    /// The bytes of a file.
    static func data(of settings: [String: StoredObject]) -> Data? {
        try? PropertyListSerialization.data(
            fromPropertyList: settings.mapValues(\.foundationObject),
            format: .binary,
            options: 0
        )
    }
}

extension Damage: Error {}
#endif
