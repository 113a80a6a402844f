import Foundation
import TSUD

/// What is to be taken, and what stores it; without that, both sides have the same already.
struct Taking {
    let action: Action
    let value: PreparedChange?

    init(_ action: Action, _ value: PreparedChange?) { (self.action, self.value) = (action, value) }
}

extension Exchange {
    /// Prepares what stores here what is there, and tells what gives way.
    ///
    /// What can't be stored is reported, and leaves both sides as they are until one changes.
    func taking(_ action: Action) -> Taking? {
        do {
            let (name, text) = (action.name, action.there?.text)
            if action.there != nil, text == nil {
                let description = "Value for key '\(name.name)' in the shared store is no UTF-8 text."
                throw TSUDError(.unreadable, key: name.name, description: description)
            }
            try text.map(Self.checkSize(of:))
            let value = try name.prepared(text)
            let stored = try? name.shared()
            var action = action
            // Of the same look as the text, since another thread may store something else between two.
            let print = try action.visibility == .unknown ? action.here : stored?.print ?? name.currentPrint()
            // What gives way is a change of this device, or may be one that was removed again after it was sent.
            let isChanged = print != action.here || action.here != action.common.here || action.common.isUnanswered
            if stored?.text == text, print.isEmpty == (text == nil) {
                action.here = print
                return Taking(action, nil)
            }
            if isChanged { event(.overwritten(name: name.name, text: stored?.text)) }
            return Taking(action, value)
        } catch {
            unreadable[action.name.name] = Common(store: action.common.store, here: action.here, there: action.print)
            report(error, of: action.name)
            return nil
        }
    }

    /// Stores here what is there, and that it is in common, by one change.
    ///
    /// What has changed here since it was prepared is left for the next pass.
    func take(_ takings: [Taking]) async throws {
        var values: [String: PreparedChange] = [:]
        var commons: [(Action, Common)] = []
        for taking in takings {
            values[taking.action.name.name] = taking.value
            commons.append((taking.action, finish(taking.action, here: try taking.form)))
        }
        let noted = try await note(commons, values)
        for (action, _) in commons where noted[action.name.name] != nil && values[action.name.name] != nil {
            event(.received(name: action.name.name, text: action.there?.text))
        }
    }

    /// At most a megabyte is sent or taken under a name.
    static func checkSize(of text: String) throws {
        if text.utf8.count > 1_048_576 { throw SharedStoreRejection("it is longer than a megabyte") }
    }
}

extension Taking {
    /// The fingerprint of what is stored here afterwards.
    fileprivate var form: String {
        get throws { try value.map { try fingerprint(of: $0.object) } ?? action.here }
    }
}
