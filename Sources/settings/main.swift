import Foundation

do throws(Failure) {
    try await Command.run(Array(CommandLine.arguments.dropFirst()))
} catch {
    writeLine("settings: \(error.message)", to: .standardError)
    exit(error.status)
}
