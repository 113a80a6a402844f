#if os(Linux)
import Foundation

/// The extended attributes of files.
///
/// Swift's module of the C library doesn't contain these calls, so TSUD looks them up by name.
enum ExtendedAttributes {
    private typealias List = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Get =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
    private typealias Remove = @convention(c) (Int32, UnsafePointer<CChar>) -> Int32

    private static let list = dlsym(nil, "listxattr").map { unsafeBitCast($0, to: List.self) }
    private static let get = dlsym(nil, "getxattr").map { unsafeBitCast($0, to: Get.self) }
    private static let set = dlsym(nil, "fsetxattr").map { unsafeBitCast($0, to: Set.self) }
    private static let remove = dlsym(nil, "fremovexattr").map { unsafeBitCast($0, to: Remove.self) }

    private static let accessList = "system.posix_acl_access"

    /// Copies the access control list of a file, and the attributes of users.
    ///
    /// - Returns: the rights that the file's group may have on the copy, as a digit of a mode.
    static func copy(from path: String, to descriptor: Int32) -> mode_t {
        for name in names(of: path) where name.hasPrefix("user.") {
            if let value = value(of: name, path) { _ = set?(descriptor, name, value, value.count, 0) }
        }
        guard let entries = value(of: accessList, path) else {
            let error = errno
            // The directory may have given its own list to the copy, which the mode would widen.
            _ = remove?(descriptor, accessList)
            return get == nil || [ENODATA, EOPNOTSUPP, ENOENT].contains(error) ? 7 : 0
        }
        // With a list, the group's bits of the mode are the limit of all groups and users in it.
        if set?(descriptor, accessList, entries, entries.count, 0) == 0 { return 7 }
        _ = remove?(descriptor, accessList)
        return groupRights(in: entries)
    }

    /// The rights of the file's own group in an access control list: four bytes, and then a tag, rights, and an ID in
    /// eight bytes for each entry.
    private static func groupRights(in entries: [UInt8]) -> mode_t {
        let starts = stride(from: 4, to: entries.count - 7, by: 8)
        return starts.first { entries[$0] == 4 }.map { mode_t(entries[$0 + 2] & 7) } ?? 0
    }

    private static func names(of path: String) -> [String] {
        guard let list, let bytes = bytes({ list(path, $0, $1) }) else { return [] }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func value(of name: String, _ path: String) -> [UInt8]? {
        guard let get else { return nil }
        return bytes { get(path, name, $0, $1) }
    }

    /// The result of a call that is made twice, first for its size.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        let size = call(nil, 0)
        guard size >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = call(&bytes, size)
        return count == size ? bytes : nil
    }
}
#endif
