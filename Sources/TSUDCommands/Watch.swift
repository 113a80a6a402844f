import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Prints each change of the named settings, or of all settings without names, until SIGINT or SIGTERM.
    func watch() async throws {
        let names = operands
        let watched = try names.map { try program.settingOrField(named: $0).handle.setting }
        let keys = program.keys.filter { key in names.isEmpty || watched.contains { $0 == key } }
        try await untilInterrupted {
            // Begin to observe before the first reading, so that no change is missed.
            let changes = keys.changes()
            var shown = keys.map { lines(of: $0, names) }
            if options.isEmpty {
                try write("Watching \(keys.count == 1 ? "1 setting" : "\(keys.count) settings"); Ctrl-C ends.\n")
            }
            for await key in changes {
                guard let index = keys.firstIndex(where: { $0 == key }) else { continue }
                let last = shown[index]
                shown[index] = lines(of: key, names)
                for name in DistinctNames(last.keys + shown[index].keys).sorted where last[name] != shown[index][name] {
                    guard names.isEmpty || names.contains(name) || names.contains(key.stringKey) else { continue }
                    // A member whose value was removed has the setting's value.
                    try write(ShownSetting(program.settingOrField(named: name)))
                }
            }
        }
    }

    private func write(_ shown: ShownSetting) throws {
        try print((options.contains("--json") ? shown.row.text : shown.line) + "\n")
    }

    /// Returns the lines of a setting, of the members that have their own value, and of those with some names, by name.
    private func lines(of key: any TSUD.Type, _ names: [String]) -> NamedValues<String> {
        let members = names.compactMap { try? program.find($0) }.filter { $0.handle.setting == key }
        var lines: NamedValues<String> = [:]
        for setting in program.settings(of: key) + members {
            let shown = ShownSetting(setting)
            // The origin of a field is that of the whole value, which may change alone.
            lines[setting.name] = setting.field == nil ? shown.line : shown.value
        }
        return lines
    }

    /// Runs a closure on the caller's actor until it returns, or until SIGINT or SIGTERM.
    ///
    /// The signals, and the cancellation of this task, cancel the closure's task. The signals do nothing else until
    /// this method returns.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - body: The closure; a `for await` in it ends when its task is cancelled.
    /// - Throws: The error of `body`.
    public func untilInterrupted(
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping () async throws -> Void
    ) async throws {
        let (signals, caught) = AsyncStream.makeStream(of: Void.self)
        let interrupts = await CaughtSignals([SIGINT, SIGTERM]) { _ in caught.yield() }
        defer {
            caught.finish()
            interrupts.restore()
        }
        let body = OnOneActor(run: body)
        let running = Task {
            _ = isolation
            try await body.run()
        }
        Task { for await _ in signals { running.cancel() } }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            running.cancel()
        }
    }
}

/// A closure that runs on the actor that created it.
private struct OnOneActor: @unchecked Sendable {
    let run: () async throws -> Void
}
