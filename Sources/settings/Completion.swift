import TSUD

/// The script that makes a shell complete the program's commands and settings.
func completionScript(for shell: String) throws(Failure) -> String {
    switch shell {
    case "bash": bashScript
    case "zsh": zshScript
    default: throw .usage(unknown("completion for", shell, outOf: shells))
    }
}

private let shells = ["bash", "zsh"]

extension Command {
    /// The words that can follow the command; `nil` for the names of files.
    fileprivate var completions: [String]? {
        if operands.contains(where: { $0.contains("FILE") }) { return nil }
        let words = operands.flatMap { operand -> [String] in
            switch operand.filter(\.isLetter) {
            case "NAME": editorSettings.map { $0.stringKey }
            case "COMMAND": commands.map(\.name)
            case "SHELL": shells
            default: []
            }
        }
        return words + (option.map { [$0] } ?? [])
    }
}

private func quoted(_ words: [String]) -> String {
    words.map { "'\($0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'" }
        .joined(separator: " ")
}

private var bashScript: String {
    let cases = commands.map { "            \($0.name)) candidates=(\(quoted($0.completions ?? []))) ;;\n" }
    return """
        # Load it with: source <(settings completion bash)
        _settings() {
            local word=${COMP_WORDS[COMP_CWORD]} candidate
            local candidates=(\(quoted(commands.map(\.name))))
            if [ "$COMP_CWORD" -gt 1 ]; then
                candidates=()
                case ${COMP_WORDS[1]} in
        \(cases.joined())        esac
            fi
            COMPREPLY=()
            for candidate in "${candidates[@]}"; do
                printf -v candidate %q "$candidate"
                case $candidate in "$word"*) COMPREPLY+=("$candidate") ;; esac
            done
        }
        complete -o default -F _settings settings

        """
}

private var zshScript: String {
    let cases = commands.map { command in
        let action = command.completions.map { "compadd -- \(quoted($0))" } ?? "_files"
        return "        \(command.name)) \(action) ;;\n"
    }
    return """
        # Load it, after compinit, with: source <(settings completion zsh)
        _settings() {
            local -a commands=(\(quoted(commands.map { "\($0.name):\($0.summary)" })))
            if (( CURRENT == 2 )); then
                _describe command commands
            else
                case $words[2] in
        \(cases.joined())        esac
            fi
        }
        compdef _settings settings

        """
}
