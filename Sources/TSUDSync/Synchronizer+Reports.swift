import Foundation
import TSUD

extension Synchronizer {
    /// Notes that the store has responded.
    func noteConnected() {
        state.update { status in
            if !status.isConnected { (status.isConnected, status.since) = (true, .now) }
            (status.reason, status.rejecter) = (nil, nil)
        }
        guard reportedCauses.removeValue(forKey: "") != nil else { return }
        // While the store was away, it could report no changes either.
        state.update { $0.watchFailure = nil }
        event(.connected)
    }

    /// Reports an error of one name to its setting, or an error of the store or of a suite.
    ///
    /// TSUDSync reports each cause once as long as it persists. If the store rejects all members of a setting, the
    /// setting therefore receives one report.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - name: the name; `nil` for all settings.
    ///   - topic: the topic of an error that leaves the status as it is.
    func report(_ error: any Error, of name: NamedHandle? = nil, topic: String? = nil) {
        let known = known(error, of: name)
        let reason = known?.description ?? words(of: error)
        let isLocal = error is TSUDError
        if name == nil, topic == nil {
            state.update { status in
                if !isLocal {
                    if status.isConnected || status.reason == nil { status.since = .now }
                    status.isConnected = false
                    status.rejecter = error is SharedStoreRejection ? store.identifier : nil
                }
                status.reason = reason
            }
        }
        // The description of an unreachable store may differ each time.
        let cause = (error as? SharedStoreRejection)?.reason ?? (known == nil ? "" : reason)
        guard isNew(cause, of: topic ?? name?.settingName ?? "") else { return }
        if known == nil || known?.code == .notSynced || name == nil { event(.failed(reason)) }
        if let known, let name = name ?? settings.first { reports.append((name, known)) }
    }

    /// Calls `report` of the settings that errors concern, in their isolation.
    func deliverReports() async {
        let due = takeReports()
        _ = await isolation.map(due.map(\.name)) { name, index in name.handle.setting.report(due[index].error) }
    }

    func takeReports() -> [(name: NamedHandle, error: TSUDError)] {
        defer { reports = [] }
        return reports
    }

    /// Returns whether a cause has not been reported yet.
    private func isNew(_ cause: String, of topic: String) -> Bool {
        pass.causes[topic, default: []].insert(cause)
        // The store as a whole has one cause at a time. A different cause is new.
        if topic.isEmpty, reportedCauses[topic] != [cause] { reportedCauses[topic] = [] }
        return reportedCauses[topic, default: []].insert(cause).inserted
    }

    /// Returns the error that settings receive; `nil` if the store can't be reached.
    func known(_ error: any Error, of name: NamedHandle?) -> TSUDError? {
        if let rejection = error as? SharedStoreRejection {
            let subject = name.map { "Value for key '\($0.name)'" } ?? "Settings"
            let description = "\(subject) can't be synchronized: \(rejection.reason)."
            return TSUDError(.notSynced, key: name?.name, underlyingError: rejection, description: description)
        }
        guard let error = error as? TSUDError, error.code == .busy else { return error as? TSUDError }
        let description = "Settings wait: another update has taken longer than ten seconds."
        return TSUDError(.busy, underlyingError: error, description: description)
    }

    /// Reports that a store that responds doesn't report its changes, or that it reports them again.
    func reportWatch() {
        let topic = "TSUDSync/watch"
        let link = state.link
        if let reason = link.watchFailure {
            if isNew("", of: topic) { event(.failed("The store does not report changes: \(reason).")) }
        } else if link.isReceivingChanges, reportedCauses.removeValue(forKey: topic) != nil {
            event(.connected)
        }
    }
}

/// The description of an error, as a clause or a sentence.
func words(of error: any Error) -> String { (error as? any LocalizedError)?.errorDescription ?? "\(error)" }
