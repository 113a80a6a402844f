import Foundation
import TSUD

/// Exports the stored settings to a file, or to standard output for "-".
func exportSettings(to path: String) throws(Failure) {
    do {
        let data = try editorSettings.exported()
        if path == "-" {
            // XML can't hold a fraction of a second, for example.
            if isatty(STDOUT_FILENO) == 1, !data.starts(with: "<".utf8) {
                throw Failure.output("the export is binary, and not for a terminal; give the name of a file")
            }
            try FileHandle.standardOutput.write(contentsOf: data)
        } else {
            try data.write(to: URL(filePath: path), options: .atomic)
        }
    } catch let failure as Failure {
        throw failure
    } catch {
        throw .output("can't export to \(path.quoted): \(error.localizedDescription)")
    }
}

/// Imports settings from a file, or from standard input for "-": all or nothing.
func importSettings(from path: String, skippingInvalid: Bool) throws(Failure) {
    let data: Data
    do {
        data = try path == "-" ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(filePath: path))
    } catch {
        throw .input("can't read \(path.quoted): \(error.localizedDescription)")
    }
    let restored: TSUDRestoration
    do throws(TSUDError) {
        restored = try editorSettings.restore(from: data, skippingInvalid: skippingInvalid)
    } catch {
        // Without a key, it is the data as a whole.
        throw .data(error.description + (error.key == nil ? "" : skipHint))
    }
    try save()
    try write(summary(of: restored))
}

private let skipHint = " Nothing is imported; --skip-invalid imports the rest."

/// What an import did, a line for each kind of change.
private func summary(of restored: TSUDRestoration) -> String {
    let lines = [
        ("Stored", restored.stored), ("Reset", restored.reset), ("Skipped, since invalid", restored.skipped),
        ("Ignored, since no setting has the name", restored.unknown),
    ]
    let text = lines.filter { !$1.isEmpty }.map { "\($0): \($1.map(\.onOneLine).joined(separator: ", ")).\n" }.joined()
    return text.isEmpty ? "The file is empty, and nothing was stored.\n" : text
}
