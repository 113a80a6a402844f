#if os(Linux)
import Dispatch
import Foundation

/// Where what nobody waits for is done: a queue each, so that the three never wait for one another.
enum Background {
    static let saving = DispatchQueue(label: "TSUD.saving")
    static let watching = DispatchQueue(label: "TSUD.watching")
    static let announcing = DispatchQueue(label: "TSUD.announcing")

    /// How long a save waits for more changes that it can take along.
    static let delay = DispatchTimeInterval.milliseconds(100)

    /// How long a merge of what another process saved waits for more of it.
    static let hearing = DispatchTimeInterval.milliseconds(20)
}
#endif
