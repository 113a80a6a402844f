import TSUD

extension CommandContext {
    /// Removes the stored values of some settings, or of all.
    func reset() throws {
        if options.contains("--all") { return try resetAll() }
        if operands.isEmpty { throw CommandError.usage("expected: \(program.name) reset NAME...|--all") }
        let settings = try program.settings(named: operands)
        let names = Set(settings.map(\.name))
        if operands.contains(where: program.isPattern), program.settings.allSatisfy({ names.contains($0.name) }) {
            try confirmAll("reset of all settings")
        }
        let changes = settings.map { $0.reset }
        try program.saving {
            try updateSettings { settings in for change in changes { try change(&settings) } }
        }
        try write(settings.isEmpty ? "Nothing was stored.\n" : settings.map { change(of: $0, stored: nil) }.joined())
    }

    private func confirmAll(_ command: String) throws {
        if options.contains("--yes") { return }
        try confirm("Reset all settings?", otherwise: "outside a terminal, \(command) needs --yes")
    }

    private func resetAll() throws {
        if let name = operands.first {
            throw CommandError.usage("--all resets each setting, so \(name.quoted) is not needed")
        }
        try confirmAll("reset --all")
        var (names, locked): ([String], [TSUDError]) = ([], [])
        for setting in program.settings {
            do throws(TSUDError) {
                try setting.handle.checkUnlocked()
                if setting.handle.isSet { names.append(setting.name.onOneLine) }
            } catch {
                locked.append(error)
            }
        }
        try Log.without(.managed) { try program.saving { program.keys.reset() } }
        try write(names.isEmpty ? "Nothing was stored.\n" : "Reset: \(names.joined(separator: ", ")).\n")
        if let error = TSUDError(locked) { throw CommandError.managed(error.description) }
    }
}

extension NamedSetting {
    /// The change of a transaction that restores the default.
    fileprivate var reset: (inout TSUDTransaction) throws -> Void {
        guard let field else { return handle.resetting }
        let (handle, name) = (handle, name)
        let whole = String(name.dropLast(field.count + 1))
        return { settings in
            let standard = handle.defaultPart(field)
            if try handle.changeField(field, of: whole, in: &settings, { $0 == standard ? nil : [standard] }) { return }
            throw CommandError.usage("the default of \(whole.quoted) has no field \(field.quoted)")
        }
    }
}

extension AnyHandle {
    fileprivate var resetting: (inout TSUDTransaction) throws -> Void {
        let handle = typed
        return { $0.reset(handle) }
    }
}
