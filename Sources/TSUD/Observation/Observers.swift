import Foundation
import Observation

/// Who hears of the changes of one key in one suite.
final class Observers: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let lock = NSLock()
    private var readers: [ObjectIdentifier: Reader] = [:]

    /// Stands for the stored object, which `UserDefaults` keeps.
    private var object: Void { () }

    /// Notes the read of the stored object with whatever is tracking it.
    func access() {
        registrar.access(self, keyPath: \.object)
    }

    /// Tells everybody that the stored object may be new.
    ///
    /// Call it after the change, and with no lock held.
    func changed() {
        registrar.willSet(self, keyPath: \.object)
        registrar.didSet(self, keyPath: \.object)
        let woken = lock.withLock { Array(readers.values) }
        for reader in woken { reader.wake() }
    }

    func add(_ reader: Reader) {
        lock.withLock { readers[ObjectIdentifier(reader)] = reader }
    }

    func remove(_ reader: Reader) {
        lock.withLock { readers[ObjectIdentifier(reader)] = nil }
    }

    /// Something that waits for changes.
    final class Reader: Sendable {
        let wakes: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            // One wake is as good as many: the reader looks at what is stored then.
            (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func wake() {
            continuation.yield()
        }
    }
}
