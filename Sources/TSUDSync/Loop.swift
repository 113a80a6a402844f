import TSUD

/// Synchronizes settings whenever one side has changed, and again after a while if that failed, until the task is
/// canceled.
///
/// The state alone decides which settings are due. The timer only wakes this loop.
func syncAll(_ state: SyncState, by synchronizer: Synchronizer) async {
    var timer: Task<Void, any Error>?
    for await _ in state.wakes {
        if Task.isCancelled { break }
        if let pass = state.beginPass() {
            do {
                let unfinished = try await synchronizer.sync(pass.settings, reported: pass.reported, pass.updates)
                let (unsendable, unequal) = (synchronizer.pass.unsendable, synchronizer.pass.unequal)
                state.end(pass, unfinished: unfinished, unsendable: unsendable, unequal: unequal)
                synchronizer.reportWatch()
            } catch {
                if Task.isCancelled { break }
                synchronizer.report(error)
                await synchronizer.deliverReports()
                state.end(pass, unfinished: synchronizer.pass.unfinished, isFailed: true)
            }
        }
        timer?.cancel()
        timer = state.nextTime.map { time in
            Task {
                try await Task.sleep(until: time, clock: .continuous)
                state.wake()
            }
        }
    }
    timer?.cancel()
}

/// Passes on the changes that a store reports, and starts again after a while if that ends, until the task is canceled.
func receiveChanges(of store: some SharedStore, _ state: SyncState) async {
    var failures = 0
    while !Task.isCancelled {
        let start = ContinuousClock.now
        var reason = "the store has ended its sequence"
        do {
            for try await change in store.changes() {
                state.update { ($0.isReceivingChanges, $0.watchFailure) = (true, nil) }
                switch change {
                case .anything: state.addAll()
                case .names(let names): state.add(names: names)
                case .updates(let updates): state.add(updates)
                }
            }
        } catch {
            reason = words(of: error)
        }
        if Task.isCancelled { return }
        // A sequence that ends soon each time is a failure too.
        failures = start + state.pace.longest < .now ? 1 : failures + 1
        // A sequence that ends only once may continue at once.
        state.update { ($0.isReceivingChanges, $0.watchFailure) = (false, failures > 1 ? reason : nil) }
        // Without reports, TSUDSync reads the store now and then.
        state.addAll()
        try? await Task.sleep(for: state.pace.pause(after: failures))
    }
}

/// The pauses of a synchronization.
struct Pace {
    /// The first pause before another attempt.
    var shortest = Duration.seconds(1)
    /// About the longest pause.
    var longest: Duration { shortest * 60 }

    /// The pause between two passes that send changes of this device.
    ///
    /// Otherwise, dragging a control would cause a request for each pixel.
    var rest: Duration { shortest / 2 }
    /// The pause before a change of the store is handled, so that not all devices do so at one moment.
    var delay: ClosedRange<Duration> { .zero...shortest / 5 }
    /// The pause before the next attempt: about a second, then twice as long each time, up to about a minute.
    func pause(after failures: Int) -> Duration {
        shortest * min(1 << min(failures - 1, 6), 60) * Double.random(in: 0.5...1.5)
    }
}
