#if os(Linux)
import Foundation

extension Directory {
    /// Renames a damaged file to the first free name of the form `name.damaged-1`, and returns that name.
    package func setAside(_ name: String) throws(FileError) -> String {
        for number in 1...10_000 {
            let aside = "\(name).damaged-\(number)"
            // Unlike a rename, a link never overwrites.
            if linkat(descriptor, name, descriptor, aside, 0) == 0 {
                guard unlinkat(descriptor, name, 0) == 0 else { throw .last("can't move the damaged file aside") }
                return aside
            }
            if errno == EEXIST { continue }
            // Not every file system supports links.
            guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK else {
                throw .last("can't move the damaged file aside")
            }
            var status = stat()
            if fstatat(descriptor, aside, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
            guard renameat(descriptor, name, descriptor, aside) == 0 else {
                throw .last("can't move the damaged file aside")
            }
            return aside
        }
        throw FileError(action: "there are too many damaged files beside it", systemError: EEXIST)
    }
}
#endif
