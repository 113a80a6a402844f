import Foundation
import TSUD

/// A setting of the list, in its suite.
struct SyncedSetting {
    let key: any TSUD.Type
    let suite: UserDefaults

    /// Everything of this setting that has a name in the store, with the name.
    ///
    /// The argument has the names that the store has something under.
    func names(stored: some Collection<String>) -> [String: SyncedName] {
        // Members of the setting belong here: those in the suite, and those whose names are in the store.
        [key.stringKey: SyncedName(key: key, suite: suite)]
    }
}
