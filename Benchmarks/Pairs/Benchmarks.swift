import Benchmark

/// All benchmarks; the package that runs them looks for this name.
let benchmarks: @Sendable () -> Void = {
    // Before anything asks Foundation for a suite: it works out a suite's file when it first uses it.
    TemporaryHome.use()
    registerScalars()
    registerContainers()
    registerStructures()
    registerLaunches()
}
