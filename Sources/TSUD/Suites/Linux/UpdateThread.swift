#if os(Linux)
import Foundation

/// Whether the current thread is in an update, in which a setting reads the file instead of Foundation's memory.
///
/// Every read uses it, so it takes no lock and creates no `Thread`.
@usableFromInline
enum UpdateThread {
    private static let depth = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    @usableFromInline static var isCurrent: Bool { pthread_getspecific(depth) != nil }

    /// Adds to the number of updates that the current thread is in, which may be nested.
    static func add(_ count: Int) {
        pthread_setspecific(depth, UnsafeRawPointer(bitPattern: Int(bitPattern: pthread_getspecific(depth)) + count))
    }
}
#else
/// Only on Linux, an update reads something other than Foundation's memory.
@usableFromInline
enum UpdateThread {
    @inlinable static var isCurrent: Bool { false }
}
#endif
