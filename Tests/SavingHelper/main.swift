import Foundation

// A program that uses settings as it is told to, one command a line, and answers each with a line.
//
// It returns from `main` when there are no more commands.
while let line = readLine() {
    run(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
}
