import Benchmark

/// All benchmarks, under the name that the benchmark package requires.
let benchmarks: @Sendable () -> Void = {
    // Foundation determines the path of a suite's file at its first use.
    TemporaryHome.use()
    registerScalars()
    registerContainers()
    registerStructures()
    registerManyKeys()
    registerUpdates()
    registerLaunches()
}
