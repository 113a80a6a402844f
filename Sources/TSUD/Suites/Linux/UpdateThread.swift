#if os(Linux)
import Foundation

/// Whether the current thread is in an update, and reads what is saved instead of Foundation's memory.
///
/// Every read asks, so it is no `Thread` and no lock that tells.
@usableFromInline
enum UpdateThread {
    private static let depth = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    @usableFromInline static var isCurrent: Bool { pthread_getspecific(depth) != nil }

    /// Counts the updates of the current thread, which may be inside one another.
    static func add(_ count: Int) {
        pthread_setspecific(depth, UnsafeRawPointer(bitPattern: Int(bitPattern: pthread_getspecific(depth)) + count))
    }
}
#endif
