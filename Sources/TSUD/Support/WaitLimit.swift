/// How long a call waits for other threads and processes.
package enum WaitLimit {
    private static let duration = Locked(Duration.seconds(10))

    /// Ten seconds; longer in tests, on whose machine ten seconds may be short.
    package static var current: Duration {
        get { duration.copy }
        set { duration.withLock { $0 = newValue } }
    }

    /// The end of a wait that begins now.
    static var end: ContinuousClock.Instant { .now + current }
}
