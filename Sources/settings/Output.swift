import Foundation

/// Writes a line without buffering, so that a reader at the other end of a pipe gets it immediately.
func writeLine(_ line: String, to file: FileHandle) {
    // Fails if the reader has closed the pipe.
    try? file.write(contentsOf: Data("\(line)\n".utf8))
}
