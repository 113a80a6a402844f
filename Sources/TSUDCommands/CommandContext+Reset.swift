import TSUD

extension CommandContext {
    /// Removes the stored values of some settings, or of all.
    func reset() throws {
        if options.contains("--all") { return try resetAll() }
        if operands.isEmpty {
            throw CommandError.usage("expected: \(program.usage(of: try program.command(named: "reset")))")
        }
        let settings = try program.settings(named: operands)
        let names = Set(settings.map(\.name))
        if operands.contains(where: program.isPattern), program.settings.allSatisfy({ names.contains($0.name) }) {
            try confirmAll("reset of all settings")
        }
        try settings.isEmpty ? print("No value was stored.\n") : store(settings.map(\.resetting))
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
        let names = program.settings.filter(\.handle.isSet).map(\.name.onOneLine)
        try program.saving(program.keys.handles()) { program.keys.reset() }
        try print(names.isEmpty ? "No value was stored.\n" : "Reset: \(names.joined(separator: ", ")).\n")
    }
}
