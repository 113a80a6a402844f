import Foundation
import Observation

/// Who hears of the changes of one key in one suite.
final class Observers: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let source: ChangeSource?
    private let lock = NSLock()
    // The lock sees to it that accesses don't overlap; to check that at run time takes longer than the lock does.
    @exclusivity(unchecked) private var readers: [ObjectIdentifier: Reader] = [:]

    /// - Parameter source: what hears of changes that others make, where there is something to ask for it.
    init(source: ChangeSource?) {
        self.source = source
        source?.observers = self
    }

    /// Stands for the stored object, which `UserDefaults` keeps.
    private var object: Void { () }
    /// Kept, because making it at each read costs half as much as the rest of noting it.
    private let path: KeyPath<Observers, Void> = \.object

    /// Notes the read of the stored object with whatever is tracking it.
    func access() {
        source?.start()
        registrar.access(self, keyPath: path)
    }

    /// Tells everybody that the stored object may be new.
    ///
    /// Call it after the change, and with no lock held.
    func changed() {
        registrar.willSet(self, keyPath: path)
        registrar.didSet(self, keyPath: path)
        let woken = lock.withLock { readers.isEmpty ? [] : Array(readers.values) }
        for reader in woken { reader.change() }
    }

    func add(_ reader: Reader) {
        lock.withLock { readers[ObjectIdentifier(reader)] = reader }
        source?.start()
    }

    func remove(_ reader: Reader) {
        lock.withLock { readers[ObjectIdentifier(reader)] = nil }
    }

    /// Something that waits for changes.
    final class Reader: Sendable {
        private let changes: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            // One change is as good as many: the reader looks at what is stored then.
            (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func change() {
            continuation.yield()
        }

        /// Waits for a change since the last wait; `false` when the task is cancelled.
        func wake() async -> Bool {
            var iterator = changes.makeAsyncIterator()
            return await iterator.next() != nil
        }
    }
}
