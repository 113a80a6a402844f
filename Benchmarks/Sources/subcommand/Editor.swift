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

@main struct Editor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        subcommands: [Config.self]
    )
}
