import Foundation
import TSUD

// A program that reads commands on settings from standard input, one per line, and prints one line for each. At the end
// of the input it exits.
//
// The commands run on their own thread, because Observation notifies on the main queue.
block(SIGTERM)
// Tests of the limit give the ten seconds of programs.
WaitLimit.current = .seconds(ProcessInfo.processInfo.environment["WAIT_LIMIT"].flatMap(Int.init) ?? 300)
RunLoop.main.perform {
    Thread.detachNewThread(executeCommands)
}
while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }

@Sendable
private func executeCommands() {
    while let line = readLine() {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let command = words.removeFirst()
        Chosen.key = words.first ?? ""
        guard let answer = answer(to: command, words) else { continue }
        say(answer is Void ? "done" : answer)
    }
    exit(0)
}

/// Keeps a signal from the main thread, for the threads that let it in.
private func block(_ signal: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
}

/// Prints a line without buffering.
///
/// Not with `print`, whose buffer can only be flushed together with standard input, for which `readLine` waits.
func say(_ answer: some Any) { FileHandle.standardOutput.write(Data("\(answer)\n".utf8)) }

/// An object as the program prints it.
func printed(_ object: Any?) -> String { object.map { "\($0)" } ?? "none" }

extension [String] { func number(_ index: Int) -> Int { index < count ? Int(self[index]) ?? 0 : 0 } }
