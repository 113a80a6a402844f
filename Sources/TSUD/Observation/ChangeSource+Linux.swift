#if !canImport(Darwin)
/// What hears of changes that others make to one key: nothing that could be asked, outside of Apple systems.
///
/// There the library's own writes are announced as they are made, and all others when a save or a merge finds them.
final class ChangeSource {
    weak var observers: Observers?

    func start() {}
    func stop() {}
}
#endif
