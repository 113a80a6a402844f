import TSUD

/// Exchanges settings whenever one side has changed, and again after a while where that failed, until the task is
/// cancelled.
///
/// What is due is decided by the state alone: a timer only wakes this loop.
func exchangeAll(_ state: SyncState, by exchange: Exchange) async {
    var timer: Task<Void, any Error>?
    for await _ in state.wakes {
        // Those who hear of one change do not all ask in one moment.
        if state.hasHeard { try? await Task.sleep(for: Pace.jitter) }
        if Task.isCancelled { break }
        if let pass = state.beginPass() {
            do {
                let unfinished = try await exchange.exchange(pass.settings, heard: pass.heard)
                state.end(pass, unfinished: unfinished, withheld: exchange.withheld)
                exchange.reportHearing()
            } catch {
                if Task.isCancelled { break }
                exchange.report(error)
                state.end(pass, unfinished: exchange.unfinished, isFailed: true)
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

/// Passes on what the store reports, and listens again after a while where that ends, until the task is cancelled.
func hear(_ store: some SharedStore, about settings: Set<String>, _ state: SyncState) async {
    var failures = 0
    while !Task.isCancelled {
        let start = ContinuousClock.now
        var reason = "the store has ended its report"
        do {
            for try await change in store.changes() {
                state.update { $0.isReceivingChanges = true }
                switch change {
                case .anything: state.add(heard: settings)
                case .names(let names):
                    state.add(heard: Set(names.compactMap { SyncedName.owner(of: $0, among: settings) }))
                    if names.contains(CommonGround.reservedName) { state.add(heard: settings) }
                }
            }
        } catch {
            reason = words(of: error)
        }
        if Task.isCancelled { return }
        // A report that ends soon each time is a failure too.
        failures = start + Pace.longest < .now ? 1 : failures + 1
        // What ends once may go on at once.
        state.noteDeafness(failures > 1 ? reason : nil)
        // As long as nothing is heard, the exchange looks now and then.
        state.add(heard: settings)
        try? await Task.sleep(for: Pace.pause(after: failures))
    }
}

/// How long to wait.
enum Pace {
    /// A second; shorter in tests.
    @TaskLocal static var shortest = Duration.seconds(1)
    /// About the longest pause.
    static var longest: Duration { shortest * 60 }

    /// Between two changes of this device that are sent, so that a control that is dragged is not a request for each
    /// pixel.
    static var rest: Duration { shortest / 2 }
    /// Before a change is read that all hear of.
    static var jitter: Duration { shortest * Double.random(in: 0...0.2) }
    /// Before the next attempt: about a second, then twice as long each time, up to about a minute.
    static func pause(after failures: Int) -> Duration {
        shortest * min(1 << min(failures - 1, 6), 60) * Double.random(in: 0.5...1.5)
    }
}
