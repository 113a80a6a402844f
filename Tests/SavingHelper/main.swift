import Foundation

// A program that reads commands on settings from standard input, one per line, and prints one line for each.
//
// It returns from `main` at the end of the input.
while let line = readLine() {
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let command = words.removeFirst()
    Chosen.key = words.first ?? ""
    guard let answer = answer(to: command, words) else { continue }
    say(answer is Void ? "done" : answer)
}

/// Prints a line without buffering.
///
/// Not with `print`, whose buffer can only be flushed together with standard input, for which `readLine` waits.
func say(_ answer: some Any) {
    FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
}

/// An object as the program prints it.
func printed(_ object: Any?) -> String { object.map { "\($0)" } ?? "none" }

extension [String] {
    func number(_ index: Int) -> Int { index < count ? Int(self[index]) ?? 0 : 0 }
}
