public import Foundation
public import TSUD
import TSUDText

extension Collection where Element == any TSUD.Type {
    /// Runs a command on the settings of the list, and returns the exit status.
    ///
    /// The commands are list, get, set, reset, describe, edit, export, import, path, doctor, schema, watch, completion,
    /// help, and the program's own commands.
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
    /// An error is a line in `errors`, and a second line describes valid input. If two settings have the same key in
    /// different suites, each command fails. The status is 0, or 1 if there is no value to print. Other statuses are as
    /// in `sysexits.h`: 64 for invalid arguments, 65 for invalid or unreadable data, and 66 for a given file that can't
    /// be read. The status is 69 if the editor fails, 70 for another error of an added command, and 73 for output that
    /// can't be written. It is 74 for settings that can't be saved, and 77 if an administrator has locked the setting.
    /// If the reader of a pipe has closed it, the command ends quietly with 0.
    ///
    /// Changes are on disk when the call returns. The settings' own code runs on the caller's actor. The command
    /// `watch` runs until SIGINT, SIGTERM, or the cancellation of the task. During that time, these signals do nothing
    /// else.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program or the subcommand.
    ///   - name: The words before the arguments, such as "editor config".
    ///   - commands: Additional commands. A command replaces another one of its name.
    ///   - output: The handle for results; by default standard output.
    ///   - errors: The handle for errors; by default standard error.
    /// - Returns: The exit status.
    public func runCommand(
        _ arguments: some Sequence<String>,
        named name: String,
        adding commands: [SettingsCommand] = [],
        output: FileHandle = .standardOutput,
        errors: FileHandle = .standardError
    ) async -> Int32 {
        let program = Program(
            keys: withoutSharedKeys,
            name: name,
            commands: SettingsCommand.all(with: commands),
            output: Output(handle: output),
            errors: Output(handle: errors)
        )
        do {
            try checkKeys()
            try await program.run(Array(arguments))
            return 0
        } catch is ClosedPipe {
            return 0
        } catch {
            let failure = program.failure(error)
            program.warn(failure.message)
            return failure.exitCode
        }
    }

    /// The list without types that share the key of a type before them, and so its value.
    private var withoutSharedKeys: [any TSUD.Type] {
        var keys: Set<Spelling> = []
        return filter { keys.insert(Spelling($0.stringKey)).inserted }
    }
}
