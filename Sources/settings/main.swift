import Foundation

do throws(Mistake) {
    try await Command(CommandLine.arguments.dropFirst()).run()
} catch {
    writeLine("settings: \(error.message)", to: .standardError)
    exit(ExitStatus.usage)
}
