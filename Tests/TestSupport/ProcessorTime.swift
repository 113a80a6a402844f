import Foundation

/// Returns the time of the processor that a closure takes on this thread, in nanoseconds, which doesn't depend on the load.
package func processorTime<Result>(_ body: () throws -> Result) rethrows -> Double {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    _ = try body()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
}
