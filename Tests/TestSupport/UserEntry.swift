#if os(Linux)
package import Foundation

/// Takes the place of the C library's function in the process of the tests.
///
/// Foundation calls it at each `set`, and reads the user's name from the one buffer that the function has for all
/// threads. Without it, tests that run at the same time would lose each other's writes. Other processes have the real
/// one, as in `UserLookupTrial`.
@_cdecl("getpwuid")
package func entry(ofUser identifier: uid_t) -> UnsafeMutablePointer<passwd>? {
    identifier == currentUser?.pointee.pw_uid ? currentUser : newEntry(ofUser: identifier)
}

nonisolated(unsafe) private let currentUser = newEntry(ofUser: getuid())

/// An entry that is never released.
private func newEntry(ofUser identifier: uid_t) -> UnsafeMutablePointer<passwd>? {
    let entry = UnsafeMutablePointer<passwd>.allocate(capacity: 1)
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 16_384)
    var found: UnsafeMutablePointer<passwd>?
    getpwuid_r(identifier, entry, buffer, 16_384, &found)
    return found
}
#endif
