import Observation
import TestSupport
import Testing

extension Changes {
    /// The difference between tracked and other reads.
    ///
    /// Observation does not promise it, so it has to be known when that ends.
    @Suite struct TrackedReadTests {
        @Test func `Observation hashes the key path of a tracked read, and of no other`() {
            let model = Model()
            for _ in 0..<10 { model.read() }
            #expect(model.hashes.total == 0)
            for reads in 1...3 {
                let before = model.hashes.total
                withObservationTracking {
                    for _ in 0..<reads { model.read() }
                } onChange: {
                }
                #expect(model.hashes.total > before)
            }
        }
    }
}

/// Counts how often Observation hashes the key path of a read.
private final class Model: Observable, Sendable {
    let hashes = Counter()
    private let registrar = ObservationRegistrar()

    func read() { registrar.access(self, keyPath: \.[Read(hashes: hashes)]) }

    private struct Read: Hashable, Sendable {
        let hashes: Counter

        func hash(into hasher: inout Hasher) { hashes.increment() }
        static func == (one: Self, other: Self) -> Bool { one.hashes === other.hashes }
    }

    // A subscript has to name its type.
    private subscript(read: Read) -> Void { () }  // swiftlint:disable:this redundant_void_return
}
