import TSUD

/// Exchanges settings whenever one side has changed, and again after a while where that failed, until the task is
/// cancelled.
func exchangeAll(_ state: SyncState, by exchange: Exchange) async {
    var failures = 0
    var unfinished: Set<String> = []
    var timer: Task<Void, any Error>?
    for await _ in state.wakes {
        unfinished.formUnion(state.takeAll())
        if unfinished.isEmpty || Task.isCancelled { continue }
        do {
            unfinished = try await exchange.exchange(unfinished)
            state.noteExchange()
        } catch {
            if !Task.isCancelled { exchange.report(error) }
        }
        timer?.cancel()
        failures = unfinished.isEmpty ? 0 : failures + 1
        if failures == 0 { continue }
        timer = Task { [failures] in
            try await Task.sleep(for: Pace.pause(after: failures))
            state.add([])
        }
        // However often something changes meanwhile.
        try? await Task.sleep(for: Pace.shortest)
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
                case .anything: state.add(settings)
                case .names(let names):
                    state.add(settings.filter { key in names.contains { $0 == key || $0.hasPrefix(key + "/") } })
                }
            }
        } catch {
            // The exchange meets the same error, and reports it.
        }
        failures += 1
        try? await Task.sleep(for: Pace.pause(after: failures))
    }
}

/// How long to wait before the next attempt: a second, then twice as long each time, up to a minute.
enum Pace {
    /// Shorter in tests.
    @TaskLocal static var shortest = Duration.seconds(1)

    static func pause(after failures: Int) -> Duration { shortest * min(1 << min(failures - 1, 6), 60) }
}
