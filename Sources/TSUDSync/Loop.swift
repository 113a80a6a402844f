import TSUD

/// Exchanges settings whenever one side has changed, and again after a while where that failed, until the task is cancelled.
func exchangeAll(in inbox: Inbox, by exchange: Exchange, pace: Pace, log: EventLog) async {
    var pace = pace
    var isUnreachable = false
    var timer: Task<Void, Never>?
    func retry(_ names: Set<String>) {
        inbox.add(names, wakes: false)
        timer?.cancel()
        timer = Task { [delay = pace.next()] in
            if (try? await Task.sleep(for: delay)) != nil { inbox.add([]) }
        }
    }
    for await _ in inbox.wakes {
        let names = inbox.takeAll()
        if names.isEmpty { continue }
        do {
            let unfinished = try await exchange.exchange(names)
            isUnreachable = false
            log.noteExchange()
            inbox.add(unfinished.now)
            if unfinished.later.isEmpty { pace.reset() } else { retry(unfinished.later) }
        } catch {
            if let refusal = error as? SharedStoreRefusal {
                exchange.report(refusal)
            } else if !isUnreachable, !Task.isCancelled {
                isUnreachable = true
                log.add(.failed("\(error)"))
            }
            retry(names)
            // However often something changes meanwhile.
            try? await Task.sleep(for: pace.shortest)
        }
    }
    timer?.cancel()
}

/// Passes on what the store reports, until the task is cancelled.
func hear(_ store: some SharedStore, about settings: Set<String>, into inbox: Inbox, pace: Pace) async {
    var pace = pace
    while !Task.isCancelled {
        do {
            for try await change in store.changes() {
                pace.reset()
                switch change {
                case .anything: inbox.add(settings)
                case .names(let names):
                    inbox.add(settings.filter { key in names.contains { $0 == key || $0.hasPrefix(key + "/") } })
                }
            }
        } catch {
            // The exchange meets the same error, and reports it.
        }
        try? await Task.sleep(for: pace.next())
    }
}
