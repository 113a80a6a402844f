import TSUD

/// A shell that can complete commands and settings.
private enum Shell: String, CaseIterable { case bash, zsh, fish }

extension Program {
    /// Returns the script that makes a shell complete the program's commands and settings.
    func completionScript(for shell: String) throws -> String {
        switch Shell(rawValue: shell) {
        case .bash: bashScript
        case .zsh: zshScript
        case .fish: fishScript
        case nil: throw CommandError.usage(unknown("shell", shell, outOf: Shell.allCases.map(\.rawValue)))
        }
    }

    /// Returns the words that can follow a command; `nil` for the names of files.
    private func completions(for command: SettingsCommand) -> [String]? {
        if command.operands.contains(where: { $0.contains("FILE") }) { return nil }
        let words = command.operands.flatMap { operand -> [String] in
            let kinds = operand.split { !$0.isLetter && $0 != "-" }
            return kinds.flatMap { kind -> [String] in
                switch kind {
                case "NAME": keys.map { $0.stringKey }
                case "COMMAND": commands.map(\.name)
                case "SHELL": Shell.allCases.map(\.rawValue)
                default: kind.hasPrefix("--") ? [String(kind)] : []
                }
            }
        }
        // Each word occurs once, even for operands such as "NAME [NAME=TEXT...]".
        return words.enumerated().filter { words.firstIndex(of: $1) == $0 }.map(\.element) + command.options
    }

    /// The program, and its subcommands before the settings' commands.
    private var words: [String] { name.split(separator: " ").map(String.init) }
    private var executable: String { words.first ?? name }
    /// The name of a shell's function.
    private var function: String { "_" + words.joined(separator: "_").map { $0.isLetter || $0.isNumber ? $0 : "_" } }

    private func quoted(_ words: [String]) -> String { words.map(shellQuoted).joined(separator: " ") }

    private var bashScript: String {
        let cases = commands.map { "            \($0.name)) candidates=(\(quoted(completions(for: $0) ?? []))) ;;\n" }
        let depth = words.count
        // The function that was registered before completes the program's other subcommands.
        let other = """
                if [ "$COMP_CWORD" -lt \(depth) ] || [ "${COMP_WORDS[*]:1:\(depth - 1)}" != \
            \(shellQuoted(words.dropFirst().joined(separator: " "))) ]; then
                    if [ -n "$\(function)_other" ]; then "$\(function)_other" "$@"; fi
                    return
                fi

            """
        let findOther = """
            \(function)_found=$(complete -p \(shellQuoted(executable)) 2>/dev/null | sed -n 's/.* -F \\([^ ]*\\) .*/\\1/p')
            case $\(function)_found in '' | \(function)) ;; *) \(function)_other=$\(function)_found ;; esac

            """
        return """
            # Load it with: source <(\(name) completion bash)
            \(depth > 1 ? findOther : "")\(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} candidate
            \(depth > 1 ? other : "")    local candidates=(\(quoted(commands.map(\.name))))
                if [ "$COMP_CWORD" -gt \(depth) ]; then
                    candidates=()
                    case ${COMP_WORDS[\(depth)]} in
            \(cases.joined())        esac
                fi
                COMPREPLY=()
                for candidate in "${candidates[@]}"; do
                    printf -v candidate %q "$candidate"
                    case $candidate in "$word"*) COMPREPLY+=("$candidate") ;; esac
                done
            }
            complete -o default -F \(function) \(shellQuoted(executable))

            """
    }

    private var zshScript: String {
        let cases = commands.map { command in
            let action = completions(for: command).map { "compadd -- \(quoted($0))" } ?? "_files"
            return "        \(command.name)) \(action) ;;\n"
        }
        let depth = words.count
        let other = """
                if (( CURRENT <= \(depth) )) || [[ "${words[2,\(depth)]}" != \
            \(shellQuoted(words.dropFirst().joined(separator: " "))) ]]; then
                    [[ -n "$\(function)_other" ]] && "$\(function)_other" "$@"
                    return
                fi

            """
        let findOther = """
            case ${_comps[\(executable)]} in
                '' | \(function)) ;;
                *) \(function)_other=${_comps[\(executable)]} ;;
            esac

            """
        let described = quoted(commands.map { "\($0.name):\($0.summary)" })
        return """
            # Load it, after compinit, with: source <(\(name) completion zsh)
            \(depth > 1 ? findOther : "")\(function)() {
            \(depth > 1 ? other : "")    local -a commands=(\(described))
                if (( CURRENT == \(depth + 1) )); then
                    _describe command commands
                else
                    case $words[\(depth + 1)] in
            \(cases.joined())        esac
                fi
            }
            compdef \(function) \(shellQuoted(executable))

            """
    }

    private var fishScript: String {
        let cases = commands.map { command in
            let action = completions(for: command).map { "printf '%s\\n' \(fishQuoted($0))" }
            return """
                            case \(fishQuoted([command.name]))
                                \(action ?? "__fish_complete_path (commandline -ct)")

                """
        }
        let depth = words.count
        let described = fishQuoted(commands.flatMap { [$0.name, $0.summary] })
        let isHere =
            depth == 1
            ? "" : "; and test \"$words[2..\(depth)]\" = \(fishQuoted([words.dropFirst().joined(separator: " ")]))"
        return """
            # Load it with: \(name) completion fish | source
            function \(function)_is_here
                set -l words (commandline -opc)
                test (count $words) -ge \(depth)\(isHere)
            end
            function \(function)
                set -l words (commandline -opc)
                if test (count $words) -eq \(depth)
                    printf '%s\\t%s\\n' \(described)
                else
                    switch $words[\(depth + 1)]
            \(cases.joined())        end
                end
            end
            complete -c \(fishQuoted([executable])) -n \(function)_is_here -f -a '(\(function))'

            """
    }

    private func fishQuoted(_ words: [String]) -> String {
        words.map { word in
            let escaped = word.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
            return "'\(escaped)'"
        }
        .joined(separator: " ")
    }
}

/// Returns a word in quotes, which a POSIX shell reads literally.
func shellQuoted(_ word: String) -> String {
    "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
}
