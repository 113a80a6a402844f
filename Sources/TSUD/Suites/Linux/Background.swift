#if os(Linux)
import Dispatch

/// Where what nobody waits for is done: a serial queue each, so that the three never wait for one another.
enum Background {
    static let saving = DispatchQueue(label: "TSUD.saving")
    static let hearing = DispatchQueue(label: "TSUD.hearing")
    static let announcing = DispatchQueue(label: "TSUD.announcing")

    /// How long a save waits for more changes that it can take along.
    static let delay = DispatchTimeInterval.milliseconds(100)

    /// How long a merge of what another process saved waits for more of it.
    static let debounce = DispatchTimeInterval.milliseconds(20)
}
#endif
