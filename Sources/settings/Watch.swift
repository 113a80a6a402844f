import Dispatch
import Foundation
import TSUD

/// Prints each change of a setting, until SIGINT or SIGTERM.
func printChanges() async {
    let changes = editorSettings.changes()
    writeLine("Watching \(editorSettings.count) settings; Ctrl-C ends.", to: .standardOutput)
    await untilInterrupted {
        for await key in changes { writeLine(ShownSetting(key).line, to: .standardOutput) }
    }
}

/// Runs a closure until SIGINT or SIGTERM.
func untilInterrupted(_ body: sending @escaping () async -> Void) async {
    let (waiting, continuation) = AsyncStream.makeStream(of: Never.self)
    let signals = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { continuation.finish() }
        source.activate()
        return source
    }
    let running = Task { await body() }
    for await _ in waiting {}
    running.cancel()
    for signal in signals { signal.cancel() }
}
