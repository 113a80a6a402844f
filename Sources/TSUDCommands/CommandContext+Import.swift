import Foundation
import TSUD

extension CommandContext {
    /// Imports all settings or none from a file, or from standard input for "-".
    func importSettings() throws {
        let keepingAbsent = options.contains("--merge")
        if !keepingAbsent, !options.contains("--replace") {
            let message = "--replace resets the settings that the file doesn't have, --merge keeps them"
            if operands[0] == "-" { throw CommandError.usage(message) }
            try confirm("Reset the settings that the file doesn't have?", otherwise: message)
        }
        let data = try input(at: operands[0])
        var restored: TSUDRestoration?
        try program.saving {
            do throws(TSUDError) {
                restored = try program.keys.restore(
                    from: data,
                    keepingAbsent: keepingAbsent,
                    skippingInvalid: options.contains("--skip-invalid")
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

    /// Returns the changes of an import, with a line for each kind.
    private func summary(of restored: TSUDRestoration) -> String {
        let lines = [
            ("Stored", restored.stored), ("Reset", restored.reset), ("Skipped, because invalid", restored.skipped),
            ("Skipped, because the file masks the secret", restored.masked),
            ("Ignored, because no setting has the name", restored.unknown),
        ]
        let text = lines.filter { !$1.isEmpty }.map { kind, keys in
            "\(kind): \(keys.map { program.typedName(ofKey: $0).onOneLine }.joined(separator: ", ")).\n"
        }
        return text.isEmpty ? "The file is empty, and nothing was stored.\n" : text.joined()
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

    static let mostBytes = 256 << 20
}
