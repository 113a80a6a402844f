#if os(Linux)
import Foundation

extension Directory {
    /// Moves a damaged file aside, whole, to the first name beside it that is free, and says which that is.
    package func setAside(_ name: String) throws(DiskRefusal) -> String {
        for number in 1...10_000 {
            let aside = "\(name).damaged-\(number)"
            // A link never overwrites, which a rename would.
            if linkat(descriptor, name, descriptor, aside, 0) == 0 {
                guard unlinkat(descriptor, name, 0) == 0 else { throw .last("can't move the damaged file aside") }
                return aside
            }
            if errno == EEXIST { continue }
            // Not every file system has links.
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
        throw DiskRefusal(action: "there are too many damaged files beside it", systemError: EEXIST)
    }
}
#endif
