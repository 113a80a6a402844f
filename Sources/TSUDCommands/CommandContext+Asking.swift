import Foundation

extension CommandContext {
    /// Requires the user's consent, which only a terminal can give.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - message: The error outside a terminal.
    /// - Throws: ``CommandError``.
    func confirm(_ question: String, otherwise message: String) throws {
        guard isatty(STDIN_FILENO) == 1, program.output.isTerminal else { throw CommandError.usage(message) }
        try write("\(question) [y/N] ")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw CommandError("nothing is changed", exitCode: 1)
        }
    }

    /// Reads the value of a secret setting, which the user types without echo.
    ///
    /// A signal that ends or suspends the process first makes the terminal show the input again.
    func secret(for setting: NamedSetting) async throws -> String {
        guard setting.isSecret, isatty(STDIN_FILENO) == 1 else {
            throw CommandError.usage("expected: \(program.name) set NAME TEXT, where TEXT is \(setting.shortHelp)")
        }
        let (terminal, errors) = (Terminal(), program.errors)
        let prompt = "\(program.name): type the value of \(setting.name.quoted), which is not shown:\n"
        let signals = await CaughtSignals([SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP]) { number in
            terminal.restore()
            if number == SIGTSTP {
                // Stops this thread first, so the terminal hides the input after the process continues, not before.
                raise(SIGSTOP)
                terminal.hide()
                try? errors.put(prompt)
                return
            }
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
        defer {
            terminal.restore()
            signals.restore()
        }
        terminal.hide()
        try? errors.put(prompt)
        guard let text = readLine(), !text.isEmpty else {
            throw CommandError.usage("the value is missing; for an empty one: \(program.name) set \(setting.name) ''")
        }
        return text
    }
}

/// The terminal of standard input, which may not show the input.
private struct Terminal: Sendable {
    private let before: termios

    init() {
        var before = termios()
        tcgetattr(STDIN_FILENO, &before)
        self.before = before
    }

    func hide() { set { $0.c_lflag &= ~tcflag_t(ECHO) } }
    func restore() { set { _ in } }

    private func set(_ change: (inout termios) -> Void) {
        var mode = before
        change(&mode)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
    }
}
