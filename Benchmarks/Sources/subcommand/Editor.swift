import ArgumentParser
import Foundation
import TSUD
import TSUDCommands

enum Prefs {
    enum fontSize: TSUD { static let defaultValue = 12.0 }
    static var all: [any TSUD.Type] { [fontSize.self] }
}

struct Config: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and change the settings."
    )

    @Argument(parsing: .captureForPassthrough) var words: [String] = []

    func run() async throws {
        let status = await Prefs.all.runCommand(words, named: "editor config")
        throw ExitCode(status)
    }
}

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show a file.")

    @Argument var file: String

    func run() { print("Showing \(file) at \(Prefs.fontSize.value) points") }
}

@main struct Editor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        discussion: "Options of settings:\n\(Prefs.all.optionsHelp)",
        subcommands: [Config.self, Show.self]
    )

    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try Prefs.all.applyArguments(&arguments, before: "config")
        } catch {
            exit(withError: ValidationError(error.description))
        }
        await main(arguments)
    }
}
