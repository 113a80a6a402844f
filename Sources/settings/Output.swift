import Foundation

/// Writes a line at once: whoever reads it through a pipe need not wait for more.
func writeLine(_ line: String, to file: FileHandle) {
    // A reader who is gone needs no line.
    try? file.write(contentsOf: Data("\(line)\n".utf8))
}
