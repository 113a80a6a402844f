import Foundation

@testable import TSUD

/// Counts what the library asks of a stand-in, which may be expensive on Apple systems.
final class StandInRequests: @unchecked Sendable {
    enum Kind: Hashable {
        case synchronization, registration
        case object(String)
        /// A copy of a whole volatile domain.
        case volatileDomain(String)
    }

    private let lock = NSLock()
    private var counts: [Kind: Int] = [:]

    func note(_ kind: Kind) { lock.withLock { counts[kind, default: 0] += 1 } }
    func count(of kind: Kind) -> Int { lock.withLock { counts[kind, default: 0] } }
}
