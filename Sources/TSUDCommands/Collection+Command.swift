public import Foundation
public import TSUD

extension Collection where Element == any TSUD.Type {
    /// Runs a command on the settings of the list, as `git config` does: list, get, set, reset, describe, edit, export,
    /// import, path, watch, completion or help.
    ///
    /// ```swift
    /// import TSUDCommands
    ///
    /// // The whole program, or a subcommand of one.
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let words = CommandLine.arguments.dropFirst()
    /// exit(await settings.runCommand(words, named: "editor"))
    /// ```
    ///
    /// What is wrong is written on one line to `errors`. The status is 0; 1 if there is no value to print; or as in
    /// `sysexits.h`: 64 for wrong arguments, 65 for wrong data, 66 for a file that can't be read, 69 for an editor that
    /// fails, 70 for another error of a command of yours, 73 for output that can't be written, and 74 for settings that
    /// can't be saved. If the reader of a pipe has closed it, the command ends quietly with 0.
    ///
    /// The call returns when the command has ended; what it has changed is saved. The settings' own code runs on the
    /// caller's actor. The command `watch` runs until SIGINT, SIGTERM, or the cancellation of the task; meanwhile these
    /// signals do nothing else.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, without the name of the program or subcommand.
    ///   - name: what the user types before the arguments, such as "editor config".
    ///   - commands: more commands. One with the name of another replaces it.
    ///   - output: where results are written; standard output by default.
    ///   - errors: where errors are written; standard error by default.
    /// - Returns: the exit status.
    public func runCommand(
        _ arguments: some Sequence<String>,
        named name: String,
        adding commands: [SettingsCommand] = [],
        output: FileHandle = .standardOutput,
        errors: FileHandle = .standardError
    ) async -> Int32 {
        let program = Program(
            keys: Array(self),
            name: name,
            commands: SettingsCommand.all(with: commands),
            output: Output(handle: output),
            errors: Output(handle: errors)
        )
        do {
            try await program.run(Array(arguments))
            return 0
        } catch is ClosedPipe {
            return 0
        } catch {
            let failure = error as? CommandError ?? CommandError(error.localizedDescription, exitCode: 70)
            program.warn(failure.message)
            return failure.exitCode
        }
    }
}
