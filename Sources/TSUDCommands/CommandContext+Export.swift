import Foundation
import TSUD

extension CommandContext {
    /// Exports the stored settings to a file, or to the output if there is no name or the name is "-".
    func exportSettings() throws {
        let path = operands.first ?? "-"
        do {
            try program.checkFiles()
            let values = try storedValues()
            let json = Data((values.indentedText + "\n").utf8)
            let data = try options.contains("--json") ? json : program.keys.exported()
            if path == "-" {
                // XML can't contain a fraction of a second, for example.
                if program.output.isTerminal, data.starts(with: "bplist".utf8) {
                    throw CommandError.output(
                        "the export is binary, so a terminal can't show it; give the name of a file"
                    )
                }
                try program.output.put(data)
            } else {
                try write(data, toFile: path)
            }
        } catch let failure as CommandError {
            throw failure
        } catch let closed as ClosedPipe {
            throw closed
        } catch let failure as TSUDError where failure.code != .unencodable {
            throw failure
        } catch {
            throw CommandError.output("can't export to \(path.quoted): \(error.reason)")
        }
    }

    /// Returns the stored values by name.
    ///
    /// - Throws: The errors of values that can't be read, as one.
    private func storedValues() throws(TSUDError) -> JSON {
        var values: [String: JSON] = [:]
        var errors: [TSUDError] = []
        for setting in program.settings {
            do throws(TSUDError) {
                if let json = try setting.handle.storedJSON() { values[setting.nameInDocument] = json }
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        return .object(values)
    }

    /// Replaces a file, or the target of a link, in one step; writes directly to a pipe or a device.
    private func write(_ data: Data, toFile path: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        let type = attributes?[.type] as? FileAttributeType
        if type == .typeDirectory { throw POSIXError(.EISDIR) }
        if type == nil || type == .typeRegular {
            // Settings may be private, so the new file has the old one's mode from the beginning.
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
}
