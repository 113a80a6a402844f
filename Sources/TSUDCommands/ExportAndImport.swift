import Foundation
import TSUD

extension CommandContext {
    /// Exports the stored settings to a file, or to the output without a name or for "-".
    func exportSettings() throws {
        let path = operands.first ?? "-"
        do {
            let data = try program.keys.exported()
            if path == "-" {
                // XML can't hold a fraction of a second, for example.
                if program.output.isTerminal, !data.starts(with: "<".utf8) {
                    throw CommandError.output("the export is binary, and not for a terminal; give the name of a file")
                }
                try program.output.put(data)
            } else {
                try write(data, toFile: path)
            }
        } catch let failure as CommandError {
            throw failure
        } catch let closed as ClosedPipe {
            throw closed
        } catch {
            throw CommandError.output("can't export to \(path.quoted): \(error.reason)")
        }
    }

    /// Writes a file whole or not at all, where a link leads; a pipe or device has no such file.
    private func write(_ data: Data, toFile path: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path())
        let type = attributes?[.type] as? FileAttributeType
        if type == nil || type == .typeRegular || type == .typeDirectory {
            try data.write(to: file, options: .atomic)
        } else {
            try Output(handle: FileHandle(forWritingTo: file)).put(data)
        }
    }

    /// Imports settings from a file, or from standard input for "-": all or nothing.
    func importSettings() throws {
        let path = operands[0]
        let data: Data
        do {
            let file = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(filePath: path))
            data = try file.readToEnd() ?? Data()
        } catch {
            throw CommandError.input("can't read \(path.quoted): \(error.reason)")
        }
        let restored: TSUDRestoration
        do throws(TSUDError) {
            restored = try program.keys.restore(from: data, skippingInvalid: !options.isEmpty)
        } catch {
            // Without a key, it is the data as a whole.
            let hint = error.key == nil ? "" : " Nothing is imported; --skip-invalid imports the rest."
            throw CommandError.data(error.description + hint)
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

extension Error {
    /// Why the system has refused a file, in its own words.
    var reason: String {
        let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        guard let error = cause.map({ $0 as NSError }), error.domain == NSPOSIXErrorDomain else {
            return localizedDescription
        }
        return String(cString: strerror(Int32(error.code)))
    }
}
