import Foundation
import TSUD

/// A shell that can complete commands, settings, and values.
private enum Shell: String, CaseIterable { case bash, zsh, fish }

extension CommandContext {
    /// Prints the script for a shell or, for the script, the candidates for the last of some words.
    func completion() throws {
        guard let shell = Shell(rawValue: operands[0]) else {
            throw CommandError.usage(unknown("shell", operands[0], outOf: Shell.allCases.map(\.rawValue)))
        }
        let words = operands.dropFirst()
        if words.isEmpty { return try write(program.script(for: shell)) }
        let lines = program.candidates(for: Array(words)).filter { $0.word == $0.word.onOneLine }.map { word, summary in
            let summary = summary?.onOneLine
            switch shell {
            case .bash: return word
            // A colon precedes the description.
            case .zsh: return word.replacing(":", with: "\\:") + (summary.map { ":\($0)" } ?? "")
            case .fish: return word + (summary.map { "\t\($0)" } ?? "")
            }
        }
        try write(lines.map { $0 + "\n" }.joined())
    }
}

private typealias Candidate = (word: String, description: String?)

extension Program {
    /// Returns the candidates for the last of some words after the program; "/" alone for the names of files.
    fileprivate func candidates(for words: [String]) -> [Candidate] {
        let typed = words.last ?? ""
        let before = words.dropLast().filter { !isOption($0) }
        guard let name = before.first else { return commands.map { ($0.name, $0.summary) } }
        guard let command = try? command(named: name) else { return [] }
        if typed.hasPrefix("-") { return command.options.map { ($0, nil) } }
        let index = before.count - 1
        guard index < command.operands.count || command.operands.last?.contains("...") == true else { return [] }
        switch command.operands[min(index, command.operands.count - 1)].filter({ $0.isLetter || $0 == "=" }) {
        case "NAME": return names(for: typed)
        case "TEXT", "NAME=TEXT":
            guard index > 0 else { return [] }
            if assignment(before[1]) != nil { return names(for: typed) }
            return index == 1 ? (try? setting(named: before[1]))?.handle.setting.candidates ?? [] : []
        case "COMMAND": return commands.map { ($0.name, $0.summary) }
        case "SHELL": return Shell.allCases.map { ($0.rawValue, nil) }
        case "FILE": return [("/", nil)]
        default: return []
        }
    }

    /// Returns the names of the settings and, after a slash, of the members with their own values.
    private func names(for typed: String) -> [Candidate] {
        let named = typed.contains("/") ? settings : keys.map { NamedSetting($0) }
        return named.map { ($0.name, $0.summary) }
    }

    /// The words of the program, and of the subcommand after which the commands follow.
    private var words: [String] { name.split(separator: " ").map(String.init) }

    /// Returns the script that makes a shell complete commands, settings, and values.
    ///
    /// For a subcommand, the function that was registered before completes the program's other words.
    fileprivate func script(for shell: Shell) -> String {
        let (depth, program) = (words.count, shellQuoted(words.first ?? name))
        let subcommand = shellQuoted(words.dropFirst().joined(separator: " "))
        let function = "_" + words.joined(separator: "_").map { $0.isLetter || $0.isNumber ? $0 : "_" }
        switch shell {
        case .bash:
            return """
                # Load it with: source <(\(name) completion bash)
                \(function)_found=$(complete -p \(program) 2>/dev/null | sed -n 's/.* -F \\([^ ]*\\) .*/\\1/p')
                case $\(function)_found in '' | \(function)) ;; *) \(function)_other=$\(function)_found ;; esac
                \(function)() {
                    local word=${COMP_WORDS[COMP_CWORD]} candidate
                    if [ "$COMP_CWORD" -lt \(depth) ] || [ "${COMP_WORDS[*]:1:\(depth - 1)}" != \(subcommand) ]; then
                        compopt -o default 2>/dev/null
                        if [ -n "$\(function)_other" ]; then "$\(function)_other" "$@"; fi
                        return
                    fi
                    local words=("${COMP_WORDS[@]:0:COMP_CWORD+1}")
                    words=("${words[@]//[\\\\\\"\\']/}")
                    words[0]=${words[0]/#\\~/$HOME}
                    COMPREPLY=()
                    while IFS= read -r candidate; do
                        if [ "$candidate" = / ]; then compopt -o default; continue; fi
                        case $word in
                            [\\"\\']*) candidate=${word:0:1}$candidate ;;
                            *) printf -v candidate %q "$candidate" ;;
                        esac
                        case $candidate in "$word"*) COMPREPLY+=("$candidate") ;; esac
                    done < <("${words[@]:0:\(depth)}" completion bash -- "${words[@]:\(depth)}" 2>/dev/null)
                }
                complete -F \(function) \(program)

                """
        case .zsh:
            return """
                # Load it, after compinit, with: source <(\(name) completion zsh)
                case ${_comps[\(words.first ?? name)]} in
                    '' | \(function)) ;;
                    *) \(function)_other=${_comps[\(words.first ?? name)]} ;;
                esac
                \(function)() {
                    if (( CURRENT <= \(depth) )) || [[ "${words[2,\(depth)]}" != \(subcommand) ]]; then
                        ${\(function)_other:-_files} "$@"
                        return
                    fi
                    local -a typed=("${(@Q)words[1,CURRENT]}")
                    typed[1]=${typed[1]/#\\~/$HOME}
                    local -a candidates=(${(f)"$("${(@)typed[1,\(depth)]}" completion zsh -- "${(@)typed[\(depth + 1),-1]}" 2>/dev/null)"})
                    if [[ "$candidates" == / ]]; then
                        _files
                    else
                        _describe candidate candidates
                    fi
                }
                compdef \(function) \(program)

                """
        case .fish:
            let other = depth == 1 ? "" : "; and test \"$words[2..\(depth)]\" = \(subcommand)"
            return """
                # Load it with: \(name) completion fish | source
                function \(function)_is_here
                    set -l words (commandline -opc)
                    test (count $words) -ge \(depth)\(other)
                end
                function \(function)
                    set -l words (commandline -opc)
                    set -l candidates ($words[1..\(depth)] completion fish -- $words[\(depth + 1)..] "$(commandline -ct)" 2>/dev/null)
                    if test "$candidates" = /
                        __fish_complete_path (commandline -ct)
                    else
                        string join \\n -- $candidates
                    end
                end
                complete -c \(program) -n \(function)_is_here -f -a '(\(function))'

                """
        }
    }
}

extension TSUD {
    /// The values of a setting that has only a few; "/" for the names of files.
    fileprivate static var candidates: [Candidate] {
        if let choices { return choices.map { ($0, nil) } }
        return ValueType.self == URL.self || ValueType.self == URL?.self ? [("/", nil)] : []
    }
}

/// Returns a word in quotes, which a POSIX shell reads literally.
func shellQuoted(_ word: String) -> String {
    "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
}

extension String {
    /// The text as a word for a shell, in quotation marks if it needs them.
    var asShellWord: String {
        let isPlain = unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789._-+/:@%,=".unicodeScalars.contains($0)
        }
        return isPlain ? self : shellQuoted(onOneLine)
    }
}
