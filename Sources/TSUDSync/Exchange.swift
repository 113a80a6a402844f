import Foundation
import TSUD

/// Makes the settings of a list and a store equal, one name at a time.
///
/// Three states decide: what is stored here, what is in the store ("there"), and what both last had in common.
///
/// - Changed here only: it is sent.
/// - Changed there only: it is taken.
/// - Changed on both sides, or nothing is known in common: what is there is taken, since all see the store's order.
///   Only where nothing is there, what is here is sent.
///
/// It has to be used by one task at a time, in whose isolation the keys' code runs.
class Exchange {
    enum Step: Sendable { case nothing, take, send }

    /// What to do about a name, given the fingerprints of the three states.
    func step(here: String, there: String, common: Common) -> Step {
        // A text of this device's own, whose arrival it has not heard of, is no change by others.
        let isOwn = there != common.there && common.sent.contains(there)
        if there != common.there && !isOwn { return .take }
        // One that has not arrived yet can't any more once what is here has been written after it.
        return here != common.here || !common.sent.isEmpty ? .send : .nothing
    }

    /// Whether a store still has its history: not another account's, and neither emptied nor restored from a backup.
    func isSame(_ contents: SharedContents, as last: [String: Int]) -> Bool {
        contents.revision ?? 0 >= last[contents.account] ?? .max
    }

    private let settings: [SyncedName]
    private let store: any SharedStore
    private let suite: UserDefaults
    /// Is called after each change of either side.
    var event: (TSUDSyncEvent) -> Void = { _ in }
    /// What is there and can't be stored here, with what is here, by name: as if both had that in common.
    ///
    /// It is forgotten when the process ends, since the next version of the program may be able to read it.
    private var unreadable: [String: Common] = [:]
    /// The errors that have been reported and persist, by name.
    private var reported: [String: String] = [:]

    /// Exchanges settings with a store, and keeps in a suite what both have in common.
    init(_ settings: [SyncedName], with store: any SharedStore, ground suite: UserDefaults) {
        (self.settings, self.store, self.suite) = (settings, store, suite)
    }

    /// Makes both sides equal under the names of some settings.
    ///
    /// - Returns: the settings that have to be exchanged again, since both sides changed meanwhile or the store
    ///   refuses.
    /// - Throws: the error of the store, if it can't be reached or can't be read. What was done until then stays done.
    func exchange(_ keys: Set<String>) async throws -> Set<String> {
        let settings = settings.filter { keys.contains($0.name) }
        // Before the store is read, so that a lower revision there is no older answer.
        let revision = lastRevision.of(store.identifier, in: suite)
        let last = revision.value
        let contents = try await store.read(settings.map(\.name))
        reported[""] = nil
        if !isSame(contents, as: last) { for name in namesInCommon { common(name).reset() } }
        let new = [contents.account: contents.revision ?? 0]
        if new != last { revision.value = new }
        let here = settings.reduce(into: [:]) { $0[$1.name] = $1.fingerprints() }
        let others = here.values.flatMap(\.keys) + contents.values.keys + namesInCommon
        var unfinished: Set<String> = []
        for name in SyncedName.names(of: self.settings, among: Set(others)) {
            guard let here = here[name.key.stringKey] else { continue }
            if try await !exchange(name, here[name.name] ?? "", contents.values[name.name]) {
                unfinished.insert(name.key.stringKey)
            }
        }
        return unfinished
    }

    /// Makes both sides equal under one name.
    ///
    /// - Returns: whether that is done.
    private func exchange(_ name: SyncedName, _ here: String, _ there: SharedValue?) async throws -> Bool {
        let (known, print) = (common(name.name).value, fingerprint(of: there))
        let unreadable = unreadable[name.name].flatMap { $0.there == print ? $0 : nil }
        let step = step(here: here, there: print, common: unreadable ?? known)
        do {
            switch step {
            case .nothing: return true
            case .take: return try take(there, name)
            case .send: return try await send(here, name, over: there)
            }
        } catch let error where error is TSUDError || error is SharedStoreRefusal {
            if step == .take {
                // Both sides stay as they are, until one changes.
                record(name.name, known)
                self.unreadable[name.name] = Common(here: here, there: print)
            }
            report(error, of: name)
            // What a store refuses it may take later.
            return error is TSUDError
        }
    }

    /// Stores here what is there.
    private func take(_ there: SharedValue?, _ name: SyncedName) throws(TSUDError) -> Bool {
        // If the process ends from here on, the next one knows what was under way.
        noteTaking(name.name)
        if there != nil, there?.text == nil {
            let description = "Value for key '\(name.name)' in the shared store is no UTF-8 text."
            throw TSUDError(.unreadable, key: name.name, description: description)
        }
        let text = there?.text
        if text == nil ? !name.fingerprint.isEmpty : (try? name.slot.sharedText()) != text {
            if let text { try name.slot.store(sharedText: text) } else { name.slot.reset() }
            event(.received(name: name.name, text: text))
        }
        let here = name.fingerprint
        let isTaken = text.map { holds($0, name) } ?? here.isEmpty
        record(name.name, Common(here: isTaken ? here : Common.inDoubt, there: fingerprint(of: there)))
        return isTaken
    }

    /// Whether a text is what is stored here now.
    func holds(_ text: String, _ name: SyncedName) -> Bool { name.slot.holds(text) }

    /// Writes to the store what is here.
    private func send(_ here: String, _ name: SyncedName, over there: SharedValue?) async throws -> Bool {
        let text = here.isEmpty ? nil : try name.slot.sharedText()
        // What changes in this moment is heard of. What something hides is sent when it does so no more.
        guard name.fingerprint == here, text != nil || here.isEmpty else { return true }
        let (old, new, known) = (fingerprint(of: there), fingerprint(of: text), common(name.name).value)
        noteSending(text, to: name.name)
        if new != old || there != nil && old == known.there && !known.sent.isEmpty {
            guard try await store.write(text, to: name.name, ifVersion: there?.version) else { return false }
            event(.sent(name: name.name, text: text))
        }
        record(name.name, Common(here: here, there: new))
        return true
    }

    // MARK: What both have in common

    func common(_ name: String) -> TSUDMember<commonGround> {
        commonGround.of("\(store.identifier): \(name)", in: suite)
    }

    private var namesInCommon: [String] {
        let prefix = store.identifier + ": "
        let names = commonGround.members(in: suite).filter { $0.hasPrefix(prefix) }
        return names.map { String($0.dropFirst(prefix.count)) }
    }

    /// Notes what both sides have in common now.
    func record(_ name: String, _ new: Common) {
        if new == Common() { common(name).reset() } else { common(name).value = new }
        unreadable[name] = nil
        reported[name] = nil
    }

    /// Notes that what is there is about to be stored here.
    func noteTaking(_ name: String) { common(name).value.there = Common.inDoubt }

    /// Notes a text that may arrive without this device hearing of it.
    func noteSending(_ text: String?, to name: String) {
        let new = fingerprint(of: text)
        let sent = common(name).value.sent.filter { $0 != new }
        common(name).value.sent = sent.suffix(7) + [new]
    }

    // MARK: Reports

    /// Reports an error of one name or, to one setting on behalf of all, of everything; once as long as it persists.
    func report(_ error: any Error, of name: SyncedName? = nil) {
        let subject = name.map { "Value for key '\($0.name)'" } ?? "Settings"
        let refusal = (error as? SharedStoreRefusal).map {
            let description = "\(subject) can't be synchronized: \($0.reason)."
            return TSUDError(.notSynced, key: name?.name, underlyingError: $0, description: description)
        }
        let known = refusal ?? error as? TSUDError
        // The words for a store that can't be reached may differ each time.
        let words = known?.description ?? "it can't be reached"
        if reported.updateValue(words, forKey: name?.name ?? "") == words { return }
        if refusal != nil || known == nil { event(.failed(refusal?.description ?? "\(error)")) }
        if let known { (name ?? settings.first)?.key.report(known) }
    }
}
