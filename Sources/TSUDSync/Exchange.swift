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
    enum Step: Sendable { case nothing, take, send }

    /// What to do about a name, given the fingerprints of the three states.
    func step(here: String, there: String, common: Common) -> Step {
        // A text of this device's own, whose arrival it has not heard of, is no change by others.
        let isOwn = there != common.there && common.sent.contains(there)
        if there != common.there && !isOwn { return .take }
        return here != common.here || isOwn ? .send : .nothing
    }

    /// Whether both sides still have the history that they had in common.
    func isSameStore(_ ground: CommonGround, as known: CommonGround) -> Bool {
        ground.account == known.account && ground.revision ?? 0 >= known.revision ?? 0
    }

    private let settings: [SyncedName]
    private let store: any SharedStore
    private let suite: UserDefaults
    private let event: (TSUDSyncEvent) -> Void
    private(set) var ground = CommonGround()
    /// What is there and can't be stored here, with what is here, by name: as if both had that in common.
    ///
    /// It is forgotten when the process ends, since the next version of the program may be able to read it.
    private var unreadable: [String: Common] = [:]
    /// The errors that have been reported and persist, by name.
    private var reported: [String: String] = [:]

    /// - Parameters:
    ///   - settings: the settings.
    ///   - store: the store.
    ///   - suite: where to keep what both have in common.
    ///   - event: is called after each change of either side.
    init(
        _ settings: [SyncedName],
        with store: any SharedStore,
        ground suite: UserDefaults,
        event: @escaping (TSUDSyncEvent) -> Void = { _ in }
    ) {
        (self.settings, self.store, self.suite, self.event) = (settings, store, suite, event)
    }

    /// What is to be exchanged again.
    ///
    /// Now: settings that changed on both sides meanwhile. Later: settings that the store refused.
    typealias Unfinished = (now: Set<String>, later: Set<String>)

    /// Makes both sides equal under the names of some settings.
    ///
    /// - Throws: the error of the store, if it can't be reached or can't be read. What was done until then stays done.
    func exchange(_ keys: Set<String>) async throws -> Unfinished {
        let settings = settings.filter { keys.contains($0.name) }
        let contents = try await store.read(settings.map(\.name))
        let before = load(contents)
        var taken: [SyncedName] = []
        var sent: [(name: SyncedName, object: String, text: String?)] = []
        for name in SyncedName.names(of: settings, stored: contents.values.keys) {
            do throws(TSUDError) {
                let there = fingerprint(of: contents.values[name.name])
                let known = before.names[name.name] ?? Common()
                var common = unreadable[name.name] ?? known
                common.sent = known.sent
                switch step(here: try name.fingerprint(), there: there, common: common) {
                case .nothing: break
                case .take:
                    taken.append(name)
                    noteTaking(name.name)
                case .send:
                    guard let stored = try name.stored() else { continue }
                    sent.append((name, stored.object, stored.text))
                    noteSending(stored.text, to: name.name)
                }
            } catch {
                report(error, of: name.name, to: name.key)
            }
        }
        // If the process ends from here on, the next one knows what was under way.
        let names = (taken + sent.map(\.name)).map(\.name)
        save(names)
        defer { save(names) }
        var unfinished: Unfinished = ([], [])
        for name in taken where !take(contents.values[name.name], name, before.names[name.name]) {
            unfinished.now.insert(name.key.stringKey)
        }
        for (name, object, text) in sent {
            let (there, new) = (contents.values[name.name], text.map { SharedValue($0, version: "") })
            do {
                if fingerprint(of: new) != fingerprint(of: there) {
                    guard try await store.write(text, to: name.name, ifVersion: there?.version) else {
                        unfinished.now.insert(name.key.stringKey)
                        continue
                    }
                    event(.sent(name: name.name, text: text))
                }
                record(name.name, Common(here: object, there: fingerprint(of: new)))
            } catch let refusal as SharedStoreRefusal {
                ground.names[name.name] = before.names[name.name]
                report(refusal, of: name)
                unfinished.later.insert(name.key.stringKey)
            }
        }
        return unfinished
    }

    /// Stores here what is there.
    ///
    /// - Returns: `false` if something else is here, and is to be sent.
    private func take(_ there: SharedValue?, _ name: SyncedName, _ known: Common?) -> Bool {
        do throws(TSUDError) {
            guard let there else {
                name.reset()
                record(name.name, Common())
                event(.received(name: name.name, text: nil))
                return true
            }
            guard let text = there.text else {
                let description = "Value for key '\(name.name)' in the shared store is no UTF-8 text."
                throw TSUDError(.unreadable, key: name.name, description: description)
            }
            let stored = (try? name.stored()) ?? ("", nil)
            let object = stored.text == text ? stored.object : try store(text, to: name)
            record(name.name, Common(here: object ?? Common.inDoubt, there: fingerprint(of: there)))
            if stored.text != text { event(.received(name: name.name, text: text)) }
            return object != nil
        } catch {
            report(error, of: name.name, to: name.key)
            // Both sides stay as they are. Where something is known in common, a change here is sent nevertheless.
            let here = (try? name.fingerprint()) ?? ""
            let last = known.flatMap { $0.there == Common.inDoubt ? nil : $0.here } ?? here
            unreadable[name.name] = Common(here: last, there: fingerprint(of: there))
            ground.names[name.name] = known
            return last == here
        }
    }

    func store(_ text: String, to name: SyncedName) throws(TSUDError) -> String? { try name.store(text) }

    // MARK: What both have in common

    /// Notes what both sides have in common now.
    func record(_ name: String, _ common: Common) {
        ground.names[name] = common == Common() ? nil : common
        unreadable[name] = nil
        reported[name] = nil
    }

    /// Notes that what is there is about to be stored here.
    func noteTaking(_ name: String) { ground.names[name, default: Common()].there = Common.inDoubt }

    /// Notes a text that may arrive without this device hearing of it.
    func noteSending(_ text: String?, to name: String) {
        let text = fingerprint(of: text.map { SharedValue($0, version: "") })
        let sent = ground.names[name]?.sent.filter { $0 != text } ?? []
        ground.names[name, default: Common()].sent = sent.suffix(7) + [text]
    }

    /// Reads what both had in common, if it is the same store still.
    private func load(_ contents: SharedContents) -> CommonGround {
        ground = CommonGround(account: contents.account, revision: contents.revision)
        let kept = commonGround.$store.withValue(store.identifier) { commonGround.get(suite) }
        if isSameStore(ground, as: kept) { ground.names = kept.names }
        reported[""] = nil
        return ground
    }

    private func save(_ names: [String]) {
        commonGround.$store.withValue(store.identifier) {
            let kept = commonGround.get(suite)
            var new = ground
            new.names = isSameStore(ground, as: kept) ? kept.names : [:]
            for name in names { new.names[name] = ground.names[name] }
            if new != kept { commonGround.set(new, suite) }
        }
    }

    // MARK: Reports

    /// Reports a refusal of one value or, to one setting on behalf of all, of everything; once as long as it persists.
    func report(_ refusal: SharedStoreRefusal, of name: SyncedName? = nil) {
        let subject = name.map { "Value for key '\($0.name)'" } ?? "Settings"
        let description = "\(subject) can't be synchronized: \(refusal.reason)."
        let error = TSUDError(.notSynced, key: name?.name, underlyingError: refusal, description: description)
        report(error, of: name?.name ?? "", to: name?.key ?? settings.first?.key)
    }

    private func report(_ error: TSUDError, of name: String, to key: (any TSUD.Type)?) {
        if reported.updateValue(error.description, forKey: name) == error.description { return }
        if error.code == .notSynced { event(.failed(error.description)) }
        key?.report(error)
    }
}
