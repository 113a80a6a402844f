#if !canImport(Darwin)
import Synchronization

/// A place in the table of known keys: taken once and never given back.
struct KnownKeyPlace: ~Copyable {
    private let pointer = Atomic<UnsafeRawPointer?>(nil)

    /// Who has the place.
    var known: Unmanaged<KnownKey>? {
        pointer.load(ordering: .acquiring).map(Unmanaged.fromOpaque)
    }

    /// Gives the place to a key, unless another has it.
    func take(_ known: KnownKey) -> Bool {
        let retained = Unmanaged.passRetained(known)
        let desired = UnsafeRawPointer(retained.toOpaque())
        let exchange = pointer.compareExchange(expected: nil, desired: desired, ordering: .acquiringAndReleasing)
        if !exchange.exchanged { retained.release() }
        return exchange.exchanged
    }
}
#endif
