import Foundation
import TSUD

/// Exports the stored settings to a file, or to standard output for "-".
func exportSettings(to path: String) throws(Failure) {
    do {
        let data = try editorSettings.exported()
        if path == "-" {
            try FileHandle.standardOutput.write(contentsOf: data)
        } else {
            try data.write(to: URL(filePath: path), options: .atomic)
        }
    } catch {
        throw .output("can't export to \(path.quoted): \(error.localizedDescription)")
    }
}

/// Imports settings from a file, or from standard input for "-": all or nothing.
func importSettings(from path: String) throws(Failure) {
    let data: Data
    do {
        data = try path == "-" ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(filePath: path))
    } catch {
        throw .input("can't read \(path.quoted): \(error.localizedDescription)")
    }
    let others: [String]
    do throws(TSUDError) {
        others = try editorSettings.restore(from: data)
    } catch {
        throw .data(error.description)
    }
    try write(
        "Imported"
            + (others.isEmpty ? "." : ", but no setting is called \(others.joined(separator: ", ")).".onOneLine)
            + "\n"
    )
}
