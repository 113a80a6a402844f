import Foundation

do throws(Failure) {
    try await Command.run(validArguments())
} catch {
    // If standard error is closed, nothing is left to write to.
    if !error.message.isEmpty {
        try? FileHandle.standardError.write(contentsOf: Data("settings: \(error.message)\n".utf8))
    }
    exit(error.status)
}
