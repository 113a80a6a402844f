import TSUD

/// The settings that another process synchronizes with another store.
struct OtherStores {
    /// The fingerprints of this process's store, whose ID may change.
    private var own: Set<String> = []
    /// The names under which this process has recorded a last synced value.
    private var names: Set<String> = []
    /// How often another process has recorded another store since, by setting.
    private var rounds: [String: Int] = [:]

    mutating func noteRecord(of name: String) { names.insert(name) }

    /// Returns the settings of actions for which another process has recorded another store ten times.
    ///
    /// Without this limit, both would replace each other's values for ever.
    mutating func settings(of actions: [Action]) -> Set<String> {
        own.formUnion(actions.map(\.last.store))
        let replaced = actions.filter { action in
            let store = action.record.lastSynced.store
            return !store.isEmpty && !own.contains(store) && names.remove(action.name.name) != nil
        }
        for setting in Set(replaced.map(\.name.settingName)) { rounds[setting, default: 0] += 1 }
        return Set(actions.map(\.name.settingName)).filter { rounds[$0] ?? 0 >= 10 }
    }
}

extension Synchronizer {
    /// Returns the actions, except those of settings that another process synchronizes with another store.
    func withoutOtherStores(_ actions: [Action]) -> [Action] {
        let others = otherStores.settings(of: actions)
        for setting in pass.settings where others.contains(setting.name) {
            report(SharedStoreRejection("another process synchronizes it with another store"), of: setting)
            noteUnequal(setting)
        }
        return actions.filter { !others.contains($0.name.settingName) }
    }
}
