import Dispatch
import Foundation
import TSUD

/// Prints each change of some settings, or of all for none, until SIGINT or SIGTERM.
func printChanges(of names: [String]) async throws(Failure) {
    for name in names { _ = try setting(named: name) }
    let printing = Task { () async -> Failure? in
        do throws(Failure) {
            let keys = editorSettings.filter { names.isEmpty || names.contains($0.stringKey) }
            let changes = keys.changes()
            try write("Watching \(keys.count == 1 ? "1 setting" : "\(keys.count) settings"); Ctrl-C ends.\n")
            for await key in changes { try write(ShownSetting(key).line + "\n") }
            return nil
        } catch {
            return error
        }
    }
    let signals = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { printing.cancel() }
        source.activate()
        return source
    }
    let failure = await printing.value
    for signal in signals { signal.cancel() }
    if let failure { throw failure }
}
