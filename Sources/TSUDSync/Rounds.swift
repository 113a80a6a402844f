/// Exchanges settings whenever one side has changed, and again after a while where that failed.
final class Rounds {
    private let exchange: Exchange
    private let inbox: Inbox
    private var pace: Pace
    private let log: EventLog
    private var failure: String?
    private var timer: Task<Void, Never>?

    init(_ exchange: Exchange, _ inbox: Inbox, _ pace: Pace, _ log: EventLog) {
        self.exchange = exchange
        self.inbox = inbox
        self.pace = pace
        self.log = log
    }

    /// Runs until the task is cancelled.
    func run() async {
        while let names = await inbox.next() {
            do {
                let unfinished = try await exchange.exchange(names)
                failure = nil
                log.noteExchange()
                inbox.add(unfinished.now)
                if unfinished.later.isEmpty {
                    pace.reset()
                } else {
                    postpone(unfinished.later, isPaused: false)
                }
            } catch {
                note(error)
                postpone(names, isPaused: true)
            }
        }
        timer?.cancel()
        log.end()
    }

    private func note(_ error: any Error) {
        if let refusal = error as? SharedStoreRefusal { return exchange.report(refusal) }
        let description = "\(error)"
        if failure == nil, !Task.isCancelled { log.add(.failed(description)) }
        failure = description
    }

    private func postpone(_ names: Set<String>, isPaused: Bool) {
        inbox.postpone(names, isPaused: isPaused)
        timer?.cancel()
        timer = Task { [inbox, delay = pace.next()] in
            if (try? await Task.sleep(for: delay)) != nil { inbox.resume() }
        }
    }
}
