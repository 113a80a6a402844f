import Foundation
import TSUD

/// Makes the settings of a list and a store equal, one name at a time.
///
/// Three states decide: what is stored here, what is in the store ("there"), and what both last had in common.
///
/// - Changed here only: it is sent.
/// - Changed there only: it is taken.
/// - Changed on both sides, or nothing is known in common: what is there is taken, since all see the store's order. Only
///   where nothing is there, what is here is sent.
///
/// It has to be used by one task at a time, in whose isolation the keys' code runs.
class Exchange {
    private let settings: [SyncedSetting]
    private let store: any SharedStore
    private let suite: UserDefaults
    private let report: (TSUDSyncEvent) -> Void
    private(set) var ground = CommonGround(account: "")
    /// What can't be stored here, by name; forgotten when the process ends, since the next version of the program may be
    /// able to read it.
    private var refused: [String: Refused] = [:]
    /// The errors that have been reported and persist, by name.
    private var reported: [String: String] = [:]

    /// - Parameters:
    ///   - settings: the settings.
    ///   - store: the store.
    ///   - suite: where to keep what both have in common.
    ///   - report: is called after each change of either side.
    init(
        _ settings: [SyncedSetting],
        with store: any SharedStore,
        ground suite: UserDefaults,
        report: @escaping (TSUDSyncEvent) -> Void = { _ in }
    ) {
        self.settings = settings
        self.store = store
        self.suite = suite
        self.report = report
    }

    // MARK: The rules

    enum Step: Sendable { case nothing, take, send }

    /// What is there but can't be stored here, and what was here then.
    struct Refused: Equatable {
        var there: String
        var here: String
    }

    /// What to do about a name, given the fingerprints of the three states.
    func step(here: String, there: String, common: Common, refused: Refused?) -> Step {
        // A text of this device's own, whose arrival it has not heard of, is no change by others.
        let isOwn = there != common.there && common.sent.contains(there)
        if there != common.there && !isOwn && there != refused?.there { return .take }
        // Where nothing is in common, what is refused is replaced only by what is written here after that.
        let last = common == Common() && there == refused?.there ? refused?.here : common.here
        return here != last || isOwn ? .send : .nothing
    }

    /// Whether both sides still have the history that they had in common.
    func isSameStore(_ contents: SharedContents, as ground: CommonGround) -> Bool {
        contents.account == ground.account && contents.revision ?? 0 >= ground.revision ?? 0
    }

    // MARK: An exchange

    /// What is to be exchanged again.
    struct Unfinished: Equatable {
        /// Settings that changed on both sides meanwhile.
        var now: Set<String> = []
        /// Settings that the store refused.
        var later: Set<String> = []
    }

    /// What to do about one name.
    private struct Plan {
        let name: SyncedName
        let there: SharedValue?
        let common: Common?
        let step: Step
    }

    /// Makes both sides equal under the names of some settings.
    ///
    /// - Throws: the error of the store, if it can't be reached or can't be read. What was done until then stays done.
    func exchange(_ keys: Set<String>) async throws -> Unfinished {
        let settings = settings.filter { keys.contains($0.key.stringKey) }
        let contents = try await store.read(settings.map { $0.key.stringKey })
        begin(with: contents)
        var unfinished = Unfinished()
        let plans = settings.flatMap { setting in
            setting.names(stored: contents.values.keys).map { plan($1, contents.values[$0]) }
        }
        let taken = plans.filter { $0.step == .take }
        let sent = plans.filter { $0.step == .send }.compactMap { plan in here(plan.name).map { (plan, $0) } }
        for plan in taken { noteTaking(plan.name.name) }
        for (plan, here) in sent { noteSending(here.text, to: plan.name.name) }
        // If the process ends from here on, the next one knows what was under way.
        let names = taken.map(\.name.name) + sent.map(\.0.name.name)
        save(names)
        defer { save(names) }
        for plan in taken where !take(plan) { unfinished.now.insert(plan.name.key.stringKey) }
        for (plan, here) in sent {
            do {
                if try await !send(here, plan) { unfinished.now.insert(plan.name.key.stringKey) }
            } catch let refusal as SharedStoreRefusal {
                ground.names[plan.name.name] = plan.common
                report(refusal, of: plan.name)
                unfinished.later.insert(plan.name.key.stringKey)
            }
        }
        return unfinished
    }

    private func begin(with contents: SharedContents) {
        if let kept = commonGround.get(suite)[store.identifier], isSameStore(contents, as: kept) {
            ground = kept
        } else {
            ground = CommonGround(account: contents.account)
        }
        ground.revision = contents.revision
        reported[""] = nil
    }

    private func plan(_ name: SyncedName, _ there: SharedValue?) -> Plan {
        let common = ground.names[name.name]
        var step = Step.nothing
        do throws(TSUDError) {
            step = self.step(
                here: try name.fingerprint(),
                there: fingerprint(of: there),
                common: common ?? Common(),
                refused: refused[name.name]
            )
        } catch {
            report(error, of: name)
        }
        return Plan(name: name, there: there, common: common, step: step)
    }

    /// What is stored here, if it can be sent.
    private func here(_ name: SyncedName) -> SyncedName.Here? {
        do throws(TSUDError) {
            return try name.here()
        } catch {
            report(error, of: name)
            return nil
        }
    }

    // MARK: One name

    /// Stores here what is there.
    ///
    /// - Returns: `false` if it can't be stored here, and something else is to be sent instead.
    private func take(_ plan: Plan) -> Bool {
        let name = plan.name.name
        guard let there = plan.there else {
            plan.name.key.reset(in: plan.name.suite)
            record(name, Common())
            report(.received(name: name, text: nil))
            return true
        }
        do throws(TSUDError) {
            guard let text = there.text else { throw notText(plan.name) }
            if let here = try? plan.name.here(), here.text == text {
                record(name, Common(here: here.object, there: fingerprint(of: there)))
                return true
            }
            try SharedText.store(text, to: plan.name.key, in: plan.name.suite)
            record(name, Common(here: try stored(text, plan.name), there: fingerprint(of: there)))
            report(.received(name: name, text: text))
            return true
        } catch {
            report(error, of: plan.name)
            // Both sides stay as they are. Where something is known in common, a change here is sent nevertheless.
            let here = (try? plan.name.fingerprint()) ?? ""
            let known = plan.common.flatMap { $0.there == Common.inDoubt ? nil : $0 }
            refused[name] = Refused(there: fingerprint(of: there), here: here)
            ground.names[name] = known
            return known == nil || known?.here == here
        }
    }

    /// The fingerprint of the object that a text from the store has become here.
    ///
    /// Another thread may have stored something since. That is no longer what both have in common, but a change here.
    func stored(_ text: String, _ name: SyncedName) throws(TSUDError) -> String {
        if let here = try? name.here() {
            if here.text == text { return here.object }
            // A text that no program wrote, such as 14 for 14.0, or the text of a set, which has no order.
            guard let expected = name.result(ofStoring: text) else { return here.object }
            return here.unordered == expected.unordered ? here.object : expected.object
        }
        return try name.fingerprint()
    }

    /// Sends what is here.
    ///
    /// - Returns: `false` if something else is there by now.
    private func send(_ here: SyncedName.Here, _ plan: Plan) async throws -> Bool {
        let name = plan.name.name
        let value = here.text.map { SharedValue($0, version: "") }
        if fingerprint(of: value) != fingerprint(of: plan.there) {
            guard try await store.write(here.text, to: name, ifVersion: plan.there?.version) else { return false }
            report(.sent(name: name, text: here.text))
        }
        record(name, Common(here: here.object, there: fingerprint(of: value)))
        return true
    }

    // MARK: What both have in common

    /// Notes what both sides have in common now.
    func record(_ name: String, _ common: Common) {
        ground.names[name] = common == Common() ? nil : common
        refused[name] = nil
        reported[name] = nil
    }

    /// Notes that what is there is about to be stored here.
    func noteTaking(_ name: String) { ground.names[name, default: Common()].there = Common.inDoubt }

    /// Notes a text that may arrive without this device hearing of it.
    func noteSending(_ text: String?, to name: String) {
        let text = fingerprint(of: text.map { SharedValue($0, version: "") })
        var sent = ground.names[name, default: Common()].sent.filter { $0 != text }
        sent.append(text)
        ground.names[name, default: Common()].sent = sent.suffix(8)
    }

    private func save(_ names: [String]) {
        let kept = commonGround.get(suite)[store.identifier]
        var new = CommonGround(account: ground.account)
        if let kept, isSameStore(SharedContents([:], account: ground.account, revision: ground.revision), as: kept) {
            new = kept
        }
        new.revision = ground.revision
        for name in names { new.names[name] = ground.names[name] }
        // Other stores are kept under the same key. It is never unreadable, so this does not fail.
        if new != kept { try? commonGround.update(in: suite) { $0[store.identifier] = new } }
    }

    // MARK: Reports

    private func notText(_ name: SyncedName) -> TSUDError {
        TSUDError(
            .unreadable,
            key: name.name,
            description: "Value for key '\(name.name)' in the shared store is no UTF-8 text."
        )
    }

    /// Reports that the store refuses to be read, to one setting on behalf of all.
    func report(_ refusal: SharedStoreRefusal) {
        guard let setting = settings.first else { return }
        let description = "Settings can't be synchronized: \(refusal.reason)."
        if reported.updateValue(description, forKey: "") == description { return }
        report(.failed(description))
        setting.key.report(TSUDError(.notSynced, key: nil, underlyingError: refusal, description: description))
    }

    /// Reports that the store refuses to take a value.
    private func report(_ refusal: SharedStoreRefusal, of name: SyncedName) {
        let description = "Value for key '\(name.name)' can't be synchronized: \(refusal.reason)."
        if reported[name.name] != description { report(.failed(description)) }
        report(TSUDError(.notSynced, key: name.name, underlyingError: refusal, description: description), of: name)
    }

    /// Reports an error to the key, once as long as it persists.
    private func report(_ error: TSUDError, of name: SyncedName) {
        if reported.updateValue(error.description, forKey: name.name) != error.description { name.key.report(error) }
    }
}
