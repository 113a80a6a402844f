import TSUD

/// Exchanges settings whenever one side has changed, and again after a while where that failed, until the task is
/// cancelled.
func exchangeAll(_ state: SyncState, by exchange: Exchange) async {
    var failures = 0
    var timer: Task<Void, any Error>?
    for await _ in state.wakes {
        // Those who hear of one change do not all ask in one moment.
        if state.hasHeard { try? await Task.sleep(for: Pace.jitter) }
        let (changed, heard) = state.takeAll()
        if changed.isEmpty && heard.isEmpty || Task.isCancelled { continue }
        var unfinished = changed.union(heard)
        do {
            unfinished = try await exchange.exchange(unfinished, heard: heard)
            state.noteExchange()
        } catch {
            if !Task.isCancelled { exchange.report(error) }
        }
        timer?.cancel()
        failures = unfinished.isEmpty ? 0 : failures + 1
        // However often something changes meanwhile.
        if !changed.isEmpty || failures > 0 { state.rest(for: failures > 0 ? Pace.shortest : Pace.rest) }
        if failures == 0 { continue }
        timer = Task { [failures, unfinished] in
            try await Task.sleep(for: Pace.pause(after: failures))
            state.add(heard: unfinished)
        }
    }
    timer?.cancel()
}

/// Passes on what the store reports, and listens again after a while where that ends, until the task is cancelled.
func hear(_ store: some SharedStore, about settings: Set<String>, _ state: SyncState) async {
    var failures = 0
    while !Task.isCancelled {
        do {
            for try await change in store.changes() {
                failures = 0
                switch change {
                case .anything: state.add(heard: settings)
                case .names(let names):
                    state.add(heard: Set(names.compactMap { SyncedName.owner(of: $0, among: settings) }))
                    if names.contains(CommonGround.reservedName) { state.add(heard: settings) }
                }
            }
        } catch {
            // The exchange meets the same error, and reports it; if it does not, it looks now and then.
            state.add(heard: settings)
        }
        failures += 1
        try? await Task.sleep(for: Pace.pause(after: failures))
    }
}

/// How long to wait.
enum Pace {
    /// A second; shorter in tests.
    @TaskLocal static var shortest = Duration.seconds(1)

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
