import Benchmark

/// All benchmarks; the package that runs them looks for this name.
let benchmarks: @Sendable () -> Void = {
    // Before the first use of a suite, when Foundation determines the path of its file.
    TemporaryHome.use()
    registerScalars()
    registerContainers()
    registerStructures()
    registerManyKeys()
    registerUpdates()
    registerLaunches()
}
