import Foundation
import TSUD

extension Exchange {
    /// Notes that the store has answered.
    func noteReached() {
        state.update { if !$0.isReached { ($0.isReached, $0.since, $0.reason) = (true, .now, nil) } }
        if told.removeValue(forKey: "") != nil { event(.reached) }
    }

    /// Reports that the store can't be reached or refuses everything or, to its setting, an error of one name.
    ///
    /// Each cause is reported once as long as it persists: so a setting is told once that none of its members may be
    /// written.
    func report(_ error: any Error, of name: SyncedName? = nil) {
        let refusal = (error as? SharedStoreRefusal).map { refusal in
            let subject = name.map { "Value for key '\($0.name)'" } ?? "Settings"
            let description = "\(subject) can't be synchronized: \(refusal.reason)."
            return TSUDError(.notSynced, key: name?.name, underlyingError: refusal, description: description)
        }
        let known = refusal ?? error as? TSUDError
        let reason = known?.description ?? "\(error)"
        if name == nil {
            state.update { status in
                if status.isReached || status.reason == nil { status.since = .now }
                (status.isReached, status.reason) = (false, reason)
            }
        }
        // The words for a store that can't be reached may differ each time.
        let cause = (error as? SharedStoreRefusal)?.reason ?? (known == nil ? "" : reason)
        let isNew = telling[name?.setting ?? "", default: []].insert(cause).inserted
        if !isNew || told[name?.setting ?? ""]?.contains(cause) == true { return }
        if name == nil { told[""] = [cause] }
        if refusal != nil || known == nil { event(.failed(reason)) }
        if let known { (name ?? settings.first)?.key.report(known) }
    }

    /// Returns a result, or reports why there is none; what can't be taken then leaves both sides as they are.
    func attempt<Result>(_ name: SyncedName, or action: Action? = nil, _ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            if let action { refuse(action) }
            report(error, of: name)
            return nil
        }
    }
}
