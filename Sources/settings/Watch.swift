import Dispatch
import Foundation
import TSUD

/// Prints each change of a setting, until SIGINT or SIGTERM.
func printChanges() async {
    let (waiting, continuation) = AsyncStream.makeStream(of: Never.self)
    let signals = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { continuation.finish() }
        source.activate()
        return source
    }
    let printing = Task {
        let changes = editorSettings.changes()
        writeLine("Watching \(editorSettings.count) settings; Ctrl-C ends.", to: .standardOutput)
        for await key in changes { writeLine(ShownSetting(key).line, to: .standardOutput) }
    }
    for await _ in waiting {}
    printing.cancel()
    for signal in signals { signal.cancel() }
}
