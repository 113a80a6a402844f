import Foundation
import TSUD

/// What is to be taken, and what stores it.
private typealias Taking = (action: Action, storing: Storing)

extension Exchange {
    /// Stores here what is there, under a few names.
    ///
    /// Nothing else runs in this isolation meanwhile. A value that another thread stores in these moments is sent
    /// afterwards: in common is the form of what was taken, not what is stored here then.
    func take(_ actions: ArraySlice<Action>) {
        let read = actions.compactMap { action in attempt(action.name, or: action) { try taking(action) } }
        let forms = forms(of: read)
        // Looks at all, then stores all: Foundation on Linux puts a suite together anew after each change.
        let old = read.map { ($0.action.name.currentPrint, try? $0.action.name.slot.sharedText()) }
        var new: [Taking] = []
        for (taking, (print, text)) in zip(read, old) {
            let action = taking.action
            if action.there == nil ? action.here.isEmpty && text == nil : text == action.there?.text {
                finish(action, with: Common(here: print, there: action.print))
                continue
            }
            // Who has sent something since may have removed it again.
            if print != action.here || action.here != action.common.here || action.common.sent != nil {
                event(.lost(name: action.name.name, text: text))
            }
            new.append(taking)
        }
        let stored = store(new)
        let current = stored.map(\.action.name.currentPrint)
        // A form that differs each time, such as JSON whose keys are not sorted, says nothing, but only of its own name.
        let isKnown = zip(stored, current).allSatisfy { forms[$0.action.name.name] ?? "" == $1 }
        let again = isKnown ? forms : self.forms(of: stored)
        for (action, current) in zip(stored.map(\.action), current) {
            let form = forms[action.name.name]
            let here = form == again[action.name.name] ? form ?? "" : current
            finish(action, with: Common(here: inCommon(here, current), there: action.print))
        }
    }

    private func taking(_ action: Action) throws -> Taking {
        if let there = action.there, there.text == nil {
            let description = "Value for key '\(action.name.name)' in the shared store is no UTF-8 text."
            throw TSUDError(.unreadable, key: action.name.name, description: description)
        }
        try action.there?.text.map(Self.checkSize(of:))
        return (action, try action.name.slot.storing(action.there?.text))
    }

    /// Stores values by one change or, if one of them can't be stored, each by itself; returns what was stored.
    private func store(_ takings: [Taking]) -> [Taking] {
        let areStored = (try? put(takings, in: nil)) != nil
        let stored =
            areStored
            ? takings
            : takings.filter { taking in
                attempt(taking.action.name, or: taking.action) { try put([taking], in: nil) } != nil
            }
        for action in stored.map(\.action) { event(.received(name: action.name.name, text: action.there?.text)) }
        return stored
    }

    private func put(_ takings: [Taking], in suite: UserDefaults?) throws {
        try withUpdate { draft in for taking in takings { taking.storing(&draft, suite) } }
    }

    /// The fingerprints of what storing values makes of them, by name; those that can't be stored are missing.
    private func forms(of takings: [Taking]) -> [String: String] {
        withEphemeralSuite { suite in
            for taking in takings where taking.action.there != nil { try? put([taking], in: suite) }
            let keys = Dictionary(takings.map { ($0.action.name.setting, $0.action.name.key) }) { $1 }.values
            return (try? Array(keys).exported(in: suite)).map(fingerprints) ?? [:]
        }
    }
}
