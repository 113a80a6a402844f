/// A shell that can complete commands, settings, and values.
enum Shell: String, CaseIterable { case bash, zsh, fish }

extension Program {
    /// The words of the program, and of the subcommand after which the commands follow.
    var words: [String] { name.split(separator: " ").map(String.init) }

    /// Returns the script that makes a shell complete commands, settings, and values.
    ///
    /// It passes all words after the program's to `completion`. For a program with a subcommand, the function that was
    /// registered before completes the program's other words.
    func script(for shell: Shell) -> String {
        let (depth, program) = (words.count, shellQuoted(words.first ?? name))
        let subcommand = shellQuoted(words.dropFirst().joined(separator: " "))
        let function = "_" + words.joined(separator: "_").map { $0.isLetter || $0.isNumber ? $0 : "_" }
        let call = (["completion", shell.rawValue, "--"]).joined(separator: " ")
        let operands = (words.dropFirst().map(shellQuoted) + [call]).joined(separator: " ")
        switch shell {
        case .bash:
            return """
                # Load it with: source <(\(name) completion bash)
                \(function)_found=$(complete -p \(program) 2>/dev/null | sed -n 's/.* -F \\([^ ]*\\) .*/\\1/p')
                case $\(function)_found in '' | \(function)) ;; *) \(function)_other=$\(function)_found ;; esac
                \(function)() {
                    if [ -n "$\(function)_other" ] && {
                        [ "$COMP_CWORD" -lt \(depth) ] || [ "${COMP_WORDS[*]:1:\(depth - 1)}" != \(subcommand) ]
                    }; then
                        compopt -o default 2>/dev/null
                        "$\(function)_other" "$@"
                        return
                    fi
                    local words=() part= last= typed= done= candidate
                    for part in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
                        # Bash splits words at = and at :
                        case $part in '' | *[!=:]*) ;; *) last='=' ;; esac
                        if [ -n "$last" ] && [ ${#words[@]} -gt 0 ]; then
                            done=$typed typed+=$part
                            words[${#words[@]}-1]=$typed
                        else
                            done= typed=$part
                            words+=("$part")
                        fi
                        case $part in '' | *[!=:]*) last= ;; *) done=$typed ;; esac
                    done
                    words=("${words[@]//[\\\\\\"\\']/}")
                    words[0]=${words[0]/#\\~/$HOME}
                    COMPREPLY=()
                    while IFS= read -r candidate; do
                        if [ "$candidate" = / ]; then compopt -o default; continue; fi
                        case $typed in
                            [\\"\\']*) candidate=${typed:0:1}$candidate ;;
                            *) printf -v candidate %q "$candidate" ;;
                        esac
                        case $candidate in "$typed"*) COMPREPLY+=("${candidate#"$done"}") ;; esac
                    done < <("${words[0]}" \(operands) "${words[@]:1}" 2>/dev/null)
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
                    if [[ -n $\(function)_other ]] &&
                        { (( CURRENT <= \(depth) )) || [[ "${words[2,\(depth)]}" != \(subcommand) ]] }; then
                        $\(function)_other "$@"
                        return
                    fi
                    local -a typed=("${(@Q)words[1,CURRENT]}")
                    typed[1]=${typed[1]/#\\~/$HOME}
                    local -a candidates=(${(f)"$("${typed[1]}" \(operands) "${(@)typed[2,-1]}" 2>/dev/null)"})
                    if [[ "$candidates" == / ]]; then
                        _files
                    else
                        _describe candidate candidates
                    fi
                }
                compdef \(function) \(program)

                """
        case .fish:
            return """
                # Load it with: \(name) completion fish | source
                function \(function)_is_here
                    string match -q -- "* "\(subcommand)" *" " "(commandline -opc)[2..]" "; or test -z \(subcommand)
                end
                function \(function)
                    set -l words (commandline -opc)
                    set -l candidates ($words[1] \(operands) $words[2..] "$(commandline -ct)" 2>/dev/null)
                    if test "$candidates" = /
                        __fish_complete_path (commandline -ct)
                    else
                        string join \\n -- $candidates
                    end
                end
                complete -c \(program) -n \(function)_is_here -f
                complete -c \(program) -a '(\(function))'

                """
        }
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
