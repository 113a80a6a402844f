import Foundation
import TSUD

extension CommandCall {
    /// Exports the stored settings to a file, or to the output without a name or for "-".
    func exportSettings() throws {
        let path = operands.first ?? "-"
        do {
            let data = try program.keys.exported()
            if path == "-" {
                // XML can't hold a fraction of a second, for example.
                if program.output.isTerminal, !data.starts(with: "<".utf8) {
                    throw CommandFailure.output("the export is binary, and not for a terminal; give the name of a file")
                }
                try program.output.put(data)
            } else {
                try data.write(to: URL(filePath: path), options: .atomic)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch let closed as ClosedPipe {
            throw closed
        } catch {
            throw CommandFailure.output("can't export to \(path.quoted): \(error.localizedDescription)")
        }
    }

    /// Imports settings from a file, or from standard input for "-": all or nothing.
    func importSettings() throws {
        let path = operands[0]
        let data: Data
        do {
            let input = FileHandle.standardInput
            data = try path == "-" ? input.readToEnd() ?? Data() : Data(contentsOf: URL(filePath: path))
        } catch {
            throw CommandFailure.input("can't read \(path.quoted): \(error.localizedDescription)")
        }
        let restored: TSUDRestoration
        do throws(TSUDError) {
            restored = try program.keys.restore(from: data, skippingInvalid: !options.isEmpty)
        } catch {
            // Without a key, it is the data as a whole.
            let hint = error.key == nil ? "" : " Nothing is imported; --skip-invalid imports the rest."
            throw CommandFailure.data(error.description + hint)
        }
        try program.save()
        try write(summary(of: restored))
    }
}

/// What an import did, a line for each kind of change.
private func summary(of restored: TSUDRestoration) -> String {
    let lines = [
        ("Stored", restored.stored), ("Reset", restored.reset), ("Skipped, since invalid", restored.skipped),
        ("Ignored, since no setting has the name", restored.unknown),
    ]
    let text = lines.filter { !$1.isEmpty }.map { "\($0): \($1.map(\.onOneLine).joined(separator: ", ")).\n" }.joined()
    return text.isEmpty ? "The file is empty, and nothing was stored.\n" : text
}
