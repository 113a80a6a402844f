#if !os(Linux)
/// Only on Linux does an update read something else than Foundation's memory.
@usableFromInline
enum UpdateThread {
    @inlinable static var isCurrent: Bool { false }
}
#endif
