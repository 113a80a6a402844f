import Foundation

/// Writes to standard output without buffering, so that each failure is noticed, and a reader of a pipe gets the text
/// immediately.
func write(_ text: String) throws(Failure) {
    do {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
        throw .output("can't write to standard output: \(error.localizedDescription)")
    }
}
