#if !canImport(Darwin)
public import Foundation
import Synchronization

/// The suites that each key type was first used in, in a table that is looked up on the way of every read.
///
/// What is in it stays for ever, so that a reader needs no lock; it is bounded by the number of key types.
@usableFromInline
enum KnownKeys {
    /// What is known of a key type in a suite; `nil` when that is to be asked of its ``KeyState``.
    @usableFromInline
    static func find(_ type: ObjectIdentifier, in suite: UserDefaults) -> Unmanaged<KnownKey>? {
        guard let table = table.load(ordering: .acquiring) else { return nil }
        let places = table.assumingMemoryBound(to: KnownKeyPlace.self)
        let start = place(of: type, ObjectIdentifier(suite))
        for offset in 0..<probes {
            guard let known = places[(start + offset) & (count - 1)].known else { return nil }
            if known._withUnsafeGuaranteedRef({ $0.type == type && $0.suite === suite }) { return known }
        }
        return nil
    }

    /// Keeps what is known of a key type in a suite, if there is a place left.
    static func keep(_ known: KnownKey) {
        let start = place(of: known.type, ObjectIdentifier(known.suite))
        for offset in 0..<probes where places[(start + offset) & (count - 1)].take(known) { return }
    }

    private static let count = 4096
    private static let probes = 4

    // Each place sees to itself.
    nonisolated(unsafe) private static let places: UnsafeMutablePointer<KnownKeyPlace> = {
        let places = UnsafeMutablePointer<KnownKeyPlace>.allocate(capacity: count)
        for index in 0..<count { (places + index).initialize(to: KnownKeyPlace()) }
        table.store(UnsafeRawPointer(places), ordering: .releasing)
        return places
    }()

    /// The places, once there are any; on the way of a read cheaper than a global that is made when it is first used.
    nonisolated(unsafe) private static let table = Atomic<UnsafeRawPointer?>(nil)

    /// The first place for a pair: a few of the middle bits of its addresses' product with a large odd number.
    private static func place(of type: ObjectIdentifier, _ suite: ObjectIdentifier) -> Int {
        let mixed = (UInt(bitPattern: type) ^ UInt(bitPattern: suite) << 1) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 40)
    }
}
#endif
