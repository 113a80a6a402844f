import Dispatch
import Foundation
import TSUD

/// Prints each change of some settings, or of all for none, until SIGINT or SIGTERM.
func printChanges(of names: [String]) async throws(Failure) {
    for name in names { _ = try Setting.named(name) }
    try await untilInterrupted { () async throws(Failure) in
        let watched = try names.map { name throws(Failure) in try Setting.named(name).key }
        let keys = editorSettings.filter { key in names.isEmpty || watched.contains { $0 == key } }
        var shown = keys.map { lines(of: $0) }
        let changes = keys.changes()
        try write("Watching \(keys.count == 1 ? "1 setting" : "\(keys.count) settings"); Ctrl-C ends.\n")
        for await key in changes {
            guard let index = keys.firstIndex(where: { $0 == key }) else { continue }
            let last = shown[index]
            shown[index] = lines(of: key)
            for name in Set(last.keys).union(shown[index].keys).sorted() where last[name] != shown[index][name] {
                guard names.isEmpty || names.contains(name) || names.contains(key.stringKey) else { continue }
                // A document's value that was removed is the setting's now.
                try write(ShownSetting(.named(name)).line + "\n")
            }
        }
    }
}

/// Runs a closure until SIGINT or SIGTERM, or until it ends.
func untilInterrupted(_ body: @escaping @Sendable () async throws(Failure) -> Void) async throws(Failure) {
    let (signals, caught) = AsyncStream.makeStream(of: Void.self)
    var sources: [any DispatchSourceSignal] = []
    for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { caught.yield() }
        // A signal that came before would be ignored.
        await withCheckedContinuation { registered in
            source.setRegistrationHandler { registered.resume() }
            source.activate()
        }
        sources.append(source)
    }
    let running = Task { () async -> Failure? in
        do throws(Failure) {
            try await body()
            return nil
        } catch {
            return error
        }
    }
    Task { for await _ in signals { running.cancel() } }
    let failure = await running.value
    caught.finish()
    for source in sources { source.cancel() }
    if let failure { throw failure }
}

/// The lines of a setting, and of the documents that have a value of their own, by name.
private func lines(of key: any TSUD.Type) -> [String: String] {
    var lines: [String: String] = [:]
    for setting in Setting.all(of: key) { lines[setting.name] = ShownSetting(setting).line }
    return lines
}
