import Foundation
import TSUD

extension Exchange {
    /// Notes that the store has answered.
    func noteReached() {
        state.update { status in
            if !status.isConnected { (status.isConnected, status.since) = (true, .now) }
            status.reason = nil
        }
        guard told.removeValue(forKey: "") != nil else { return }
        // While it was away, nothing could be heard either.
        state.forgetDeafness()
        event(.connected)
    }

    /// Reports that the store can't be reached or refuses everything, that settings wait or, to its setting, an error of
    /// one name.
    ///
    /// Each cause is reported once as long as it persists: so a setting is told once that none of its members may be
    /// written.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - name: the name; `nil` for all settings.
    func report(_ error: any Error, of name: SyncedName? = nil) {
        let known = known(error, of: name)
        let reason = known?.description ?? words(of: error)
        let isLocal = error is TSUDError
        if name == nil {
            state.update { status in
                if !isLocal {
                    if status.isConnected || status.reason == nil { status.since = .now }
                    status.isConnected = false
                }
                status.reason = reason
            }
        }
        // The words for a store that can't be reached may differ each time.
        let cause = (error as? SharedStoreRejection)?.reason ?? (known == nil ? "" : reason)
        guard isNew(cause, of: name?.setting ?? "") else { return }
        if known == nil || known?.code == .notSynced || name == nil { event(.failed(reason)) }
        if let known { (name ?? settings.first)?.key.report(known) }
    }

    /// Whether a cause has not been told yet.
    private func isNew(_ cause: String, of topic: String) -> Bool {
        telling[topic, default: []].insert(cause)
        // Of the store one cause at a time: another one is news.
        if topic.isEmpty, told[topic] != [cause] { told[topic] = [] }
        return told[topic, default: []].insert(cause).inserted
    }

    /// The error as the settings are told; `nil` if the store can't be reached.
    private func known(_ error: any Error, of name: SyncedName?) -> TSUDError? {
        if let refusal = error as? SharedStoreRejection {
            let subject = name.map { "Value for key '\($0.name)'" } ?? "Settings"
            let description = "\(subject) can't be synchronized: \(refusal.reason)."
            return TSUDError(.notSynced, key: name?.name, underlyingError: refusal, description: description)
        }
        guard let error = error as? TSUDError, error.code == .busy else { return error as? TSUDError }
        let description = "Settings wait: another update has taken longer than ten seconds."
        return TSUDError(.busy, underlyingError: error, description: description)
    }

    /// Reports that the store has no identity and refuses to take one, so that nothing can be sent.
    func reportIdentity(_ refusal: SharedStoreRejection) {
        guard isNew(refusal.reason, of: CommonGround.reservedName), let known = known(refusal, of: nil) else { return }
        event(.failed(known.description))
        settings.first?.key.report(known)
    }

    /// Reports, when the store has answered, that its changes are not heard, or are heard again.
    func reportHearing() {
        let topic = "hearing"
        if let reason = state.deafness {
            if isNew("", of: topic) { event(.failed("Changes in the store are not heard: \(reason).")) }
        } else if state.isReceivingChanges, told.removeValue(forKey: topic) != nil {
            event(.connected)
        }
    }
}

/// What an error says, as a clause or a sentence.
func words(of error: any Error) -> String { (error as? any LocalizedError)?.errorDescription ?? "\(error)" }
