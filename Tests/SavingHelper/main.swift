import Foundation

// A program that reads commands on settings from standard input, one per line, and prints one line for each.
//
// It returns from `main` at the end of the input.
while let line = readLine() {
    run(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
}
