import Dispatch
import Foundation
import TSUD

/// Prints each change of any setting as it happens, until the process is interrupted or asked to end.
func printChanges() async {
    let (events, continuation) = AsyncStream.makeStream(of: WatchEvent.self)
    let signals = [SIGINT, SIGTERM].map { endOfWatching(at: $0, continuation) }
    await withTaskGroup { group in
        // A task takes the place of a key in the list: the metatype itself can't be sent to it.
        for index in editorSettings.indices {
            group.addTask { await watch(editorSettings[index], continuation) }
        }
        await printLines(of: events, keyCount: editorSettings.count)
        group.cancelAll()
    }
    for signal in signals { signal.cancel() }
}

/// Something that is heard while watching.
private enum WatchEvent {
    /// One more key is being watched.
    case begun
    case change(String)
}

private func watch<Key: TSUD>(_ key: Key.Type, _ events: AsyncStream<WatchEvent>.Continuation) async {
    var isFirst = true
    for await _ in key.values() {
        // The first is the value that the key has now.
        events.yield(isFirst ? .begun : .change(ShownSetting(key).line))
        isFirst = false
    }
}

private func printLines(of events: AsyncStream<WatchEvent>, keyCount: Int) async {
    var begun = 0
    for await event in events {
        switch event {
        case .begun:
            begun += 1
            if begun == keyCount { writeLine("Watching \(keyCount) settings; Ctrl-C ends.", to: .standardOutput) }
        case .change(let line):
            writeLine(line, to: .standardOutput)
        }
    }
}

/// Ends the events when a signal comes, instead of letting it kill the process.
private func endOfWatching(
    at number: Int32,
    _ events: AsyncStream<WatchEvent>.Continuation
) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { events.finish() }
    source.activate()
    return source
}
