#if os(Linux)
import Foundation

/// Lets one thread at a time through, without a lock being held while it works.
///
/// Not to be taken again by who has it.
final class Turn: @unchecked Sendable {
    private let condition = NSCondition()
    private var isTaken = false

    func take<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        while isTaken { condition.wait() }
        isTaken = true
        condition.unlock()
        defer {
            condition.lock()
            isTaken = false
            condition.signal()
            condition.unlock()
        }
        return body()
    }
}
#endif
