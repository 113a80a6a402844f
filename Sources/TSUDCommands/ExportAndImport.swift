import Foundation
import TSUD

extension CommandContext {
    /// Exports the stored settings to a file, or to the output if there is no name or the name is "-".
    func exportSettings() throws {
        let path = operands.first ?? "-"
        do {
            try program.checkFiles()
            let data = try options.contains("--json") ? exportedJSON() : program.keys.exported()
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

    /// Replaces a file, or the target of a link, in one step; writes directly to a pipe or a device.
    private func write(_ data: Data, toFile path: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        let type = attributes?[.type] as? FileAttributeType
        if type == .typeDirectory { throw POSIXError(.EISDIR) }
        if type == nil || type == .typeRegular {
            // Beside it, with its mode from the beginning; settings may be private.
            let copy = file.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
            let mode = (attributes?[.posixPermissions] as? NSNumber)?.uint16Value ?? 0o600
            let descriptor = open(copy.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL, 0o600)
            if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            do {
                let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                try handle.write(contentsOf: data)
                if fchmod(descriptor, mode_t(mode)) != 0 || fsync(descriptor) != 0
                    || rename(copy.path(percentEncoded: false), file.path(percentEncoded: false)) != 0
                {
                    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                }
            } catch {
                unlink(copy.path(percentEncoded: false))
                throw error
            }
        } else {
            try Output(handle: FileHandle(forWritingTo: file)).put(data)
        }
    }

    /// Imports all settings or none from a file, or from standard input for "-".
    func importSettings() throws {
        let keepingAbsent = options.contains("--merge")
        if !keepingAbsent, !options.contains("--replace") { try confirmReplacement() }
        let data = try input(at: operands[0])
        let isJSON = data.first { !" \t\r\n".utf8.contains($0) }.map { "[{".utf8.contains($0) } ?? false
        var restored: TSUDRestoration?
        try program.saving {
            do throws(TSUDError) {
                let skippingInvalid = options.contains("--skip-invalid")
                let data = try isJSON ? propertyList(ofJSON: data, skippingInvalid) : data
                restored = try program.keys.restore(
                    from: data,
                    keepingAbsent: keepingAbsent,
                    skippingInvalid: skippingInvalid
                )
            } catch {
                if [.notSaved, .busy, .managed].contains(error.code) { throw error }
                // Without a key, the data as a whole is wrong.
                let hint = error.key == nil ? "" : " Nothing is imported; --skip-invalid imports the rest."
                throw CommandError.data(program.keys.masking(error).description + hint)
            }
        }
        if let restored { try write(summary(of: restored)) }
    }

    /// Requires the user's consent to reset the settings that the file doesn't have.
    private func confirmReplacement() throws {
        guard operands[0] != "-", isatty(STDIN_FILENO) == 1, program.output.isTerminal else {
            throw CommandError.usage("--replace resets the settings that the file doesn't have, --merge keeps them")
        }
        try write("Reset the settings that the file doesn't have? [y/N] ")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw CommandError("nothing is imported", exitCode: 1)
        }
    }

    /// Reads a file, or standard input for "-", of at most 256 MB.
    func input(at path: String) throws -> Data {
        var data = Data()
        do {
            let file = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(filePath: path))
            while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
                data += part
                if data.count > Self.mostBytes { throw CommandError.data("\(path.quoted) is larger than 256 MB") }
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError.input("can't read \(path.quoted): \(error.reason)")
        }
        return data
    }

    private static let mostBytes = 256 << 20
}

/// Returns the changes of an import, with a line for each kind.
private func summary(of restored: TSUDRestoration) -> String {
    let lines = [
        ("Stored", restored.stored), ("Reset", restored.reset), ("Skipped, since invalid", restored.skipped),
        ("Ignored, since no setting has the name", restored.unknown),
    ]
    let text = lines.filter { !$1.isEmpty }.map { "\($0): \($1.map(\.onOneLine).joined(separator: ", ")).\n" }.joined()
    return text.isEmpty ? "The file is empty, and nothing was stored.\n" : text
}

extension Error {
    /// The reason why the system rejects a file, in its own words.
    var reason: String {
        if let error = self as? POSIXError { return String(cString: strerror(error.code.rawValue)) }
        let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        guard let error = cause.map({ $0 as NSError }), error.domain == NSPOSIXErrorDomain else {
            return localizedDescription
        }
        return String(cString: strerror(Int32(error.code)))
    }
}
