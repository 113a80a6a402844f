#if os(Linux)
import Foundation
import TestSupport
import Testing

/// `edit`, with a script as the editor.
@Suite struct EditTests {
    let shell: Shell

    init() throws { shell = try Shell() }

    /// Edits with a script, which is called with the file, and in which `round` counts the calls.
    private func edit(_ script: String, _ words: String = "editor config edit") async throws -> Run {
        let editor = """
            cat > editor <<'SCRIPT'
            echo >> rounds; round=$(wc -l < rounds); cp "$1" shown$round
            \(script)
            SCRIPT
            EDITOR='sh ./editor' \(words); status=$?
            shown() { cat shown*; }
            """
        return try await shell(editor + "\nexit $status")
    }

    @Test func `edit shows a line for each setting, commented out if it has its default`() async throws {
        try await shell(
            "editor config set fontSize 14; editor config set zoom/a=b 2; editor config set username $' a\\nb'"
        )
        let run = try await edit(#"cat "$1""#)
        let lines = run.output
        #expect(lines.contains("# the size of the text, in points: a number such as 12.0"))
        #expect(lines.contains("fontSize = 14.0"))
        #expect(lines.contains("# lineWidth = 80"))
        #expect(lines.contains(#""zoom/a=b" = 2.0"#))
        #expect(lines.contains(#"username = " a\nb""#))
        #expect(lines.last == "Nothing was changed.")
        #expect(run.status == 0)
    }

    @Test(arguments: [
        (#"sed -i 's/^fontSize = .*/fontSize = 20/' "$1""#, ["fontSize = 20.0 (stored)"]),
        (#"sed -i 's/^# theme = .*/theme = dark/' "$1""#, ["theme = dark (stored)"]),
        (#"sed -i '/^fontSize/d' "$1""#, ["fontSize = 12.0 (default)"]),
        (#"sed -i 's/^fontSize/# fontSize/' "$1""#, ["fontSize = 12.0 (default)"]),
        (#"echo 'zoom/report.pdf = 3' >> "$1""#, ["zoom/report.pdf = 3.0 (stored)"]),
        (#"echo 'hasWidgets=on' >> "$1""#, ["hasWidgets = true (stored)"]),
        (#"echo 'username = "a\u000Ab "' >> "$1""#, [#"username = "a\nb " (stored)"#]),
        (#"echo 'username =' >> "$1""#, [#"username = "" (stored)"#]),
        (#"echo 'recentFiles = ["a=b", "c"]' >> "$1""#, [#"recentFiles = ["a=b","c"] (stored)"#]),
        (#": > "$1""#, ["Nothing was changed."]),
        (#"true"#, ["Nothing was changed."]),
    ])
    func `edit stores and prints the edited values`(_ script: String, lines: [String]) async throws {
        try await shell("editor config set fontSize 14; editor config set lineWidth 90")
        let run = try await edit(script)
        #expect(run.status == 0 && run.output == lines)
        #expect(try await shell("editor config get lineWidth") == .printed("90"))
        for line in lines where line.contains(" = ") {
            let name = line.prefix { $0 != "=" }.dropLast()
            let row = try await shell("editor config | grep -c -F \"$1\"", [String(name)])
            #expect(row.output != ["0"] || line.hasSuffix("(default)"))
        }
    }

    @Test func `edit doesn't undo another process's change`() async throws {
        try await shell("editor config set fontSize 14; editor config set theme light")
        let run = try await edit(
            #"""
            editor config set theme dark > /dev/null; editor config reset fontSize > /dev/null; editor config set zoom 2 > /dev/null
            sed -i 's/^# lineWidth.*/lineWidth = 100/' "$1"
            """#
        )
        #expect(run == .printed("lineWidth = 100 (stored)"))
        #expect(try Set(shell.stored.keys) == ["theme", "zoom", "lineWidth"])
        #expect(try shell.stored["theme"] as? String == "dark")
    }

    @Test func `edit shows an error above its line, and opens the editor again`() async throws {
        let run = try await edit(
            #"""
            if [ $round = 1 ]; then
                sed -i -e 's/^# fontSize.*/fontSize = banana/' -e 's/^# theme.*/theme = dark/' "$1"
                echo 'colour = red' >> "$1"; echo 'nonsense' >> "$1"; echo 'theme = light' >> "$1"
            else
                grep -A1 '^#!' "$1" > marks
                sed -i -e 's/banana/16/' -e '/^colour/d' -e '/^nonsense/d' -e '/^theme = light/d' "$1"
                cat marks >&2
            fi
            """#
        )
        #expect(run.status == 0)
        #expect(run.output == ["fontSize = 16.0 (stored)", "theme = dark (stored)"])
        let marks = run.errors.split(separator: "\n").filter { $0 != "--" }.map(String.init)
        let names = "fontSize, lineWidth, hasWidgets, username, theme, and 4 more"
        #expect(
            marks == [
                "#! Text for key 'fontSize': 'banana' is not a number. Expected a number such as 12.0.",
                "fontSize = banana",
                "#! Unknown setting 'colour'. Valid settings: \(names).", "colour = red",
                "#! invalid line 'nonsense'; expected: name = text", "nonsense",
                "#! 'theme' has two lines", "theme = light",
            ]
        )
    }

    @Test func `edit rejects unknown fields and patterns, and notes a rounded number`() async throws {
        let run = try await edit(
            #"""
            if [ $round = 1 ]; then
                echo 'lastSession = {"document":"a","position":1,"opened":"2026-01-31","postion":2}' >> "$1"
                echo 'zoom/* = 2' >> "$1"; echo 'fontSize = 9007199254740993' >> "$1"
            else
                grep '^#!' "$1" >&2; sed -i -e '/^lastSession/d' -e '/^zoom/d' "$1"
            fi
            """#
        )
        #expect(run.output == ["fontSize = 9007199254740992.0 (stored)"])
        let messages = [
            "#! Unknown field 'postion' of 'lastSession'. Did you mean position?",
            "#! 'zoom/*' is a pattern, but only a name can be set",
            "editor config: '9007199254740993' is rounded to 9007199254740992.0",
        ]
        #expect(run.errors.split(separator: "\n").map(String.init) == messages)
    }

    @Test func `edit stores nothing if the file stays invalid`() async throws {
        let run = try await edit(
            #"""
            sed -i -e 's/^# theme.*/theme = dark/' -e 's/^# lineWidth.*/lineWidth = 500/' "$1"
            """#
        )
        let reason = "Text for key 'lineWidth': '500' is invalid: it must be from 20 to 400."
        #expect(
            run.errors.hasPrefix(
                "editor config: nothing is stored. \(reason) Expected a whole number such as 80.\nThe edited"
            )
        )
        #expect(run.status == 65 && shell.home.names.isEmpty)
    }

    @Test(arguments: [
        (#"sed -i 's/^# lineWidth.*/lineWidth = 500/' "$1""#, ""),
        (#"echo 'theme = dark' >> "$1""#, "XDG_CONFIG_HOME=/dev/null/x"),
        (#"echo 'theme = dark' >> "$1"; exit 3"#, ""), (#"printf '\377theme = dark' >> "$1""#, ""),
    ])
    func `edit keeps the text that it can't store, and prints its path`(
        _ script: String,
        _ variable: String
    ) async throws {
        let command = #"""
            mkdir tmp; printf '%s' "$1" > editor
            TMPDIR="$PWD/tmp" EDITOR='sh ./editor' \#(variable) editor config edit 2> message
            path=$(sed -n "s/^The edited text is in '\(.*\)'.$/\1/p" message)
            grep -ac 'lineWidth = 500\|theme = dark' "$path"; stat -c %a "$(dirname "$path")"
            """#
        let run = try await shell(command, [script])
        #expect(run == .printed("1", "700"), "\(run)")
        #expect(shell.home.names.isEmpty)
    }

    @Test func `The comments of an edited file have examples of valid input`() async throws {
        let script =
            #"sed -i -e 's/^# \([^:]*\): .*JSON such as \(.*\)$/&\nlastSession = \2/' "$1"; grep '^lastSession = ' "$1" >> "$HOME/lines""#
        #expect(try await edit(script).status == 0)
        #expect(String(decoding: try shell.home.bytes(of: "lines"), as: UTF8.self).hasPrefix("lastSession = {"))
    }

    @Test func `edit opens an editor that always makes new mistakes a limited number of times`() async throws {
        let run = try await edit("echo nonsense >> \"$1\"")
        #expect(
            run.errors.hasPrefix(
                "editor config: nothing is stored; the file was invalid 20 times\nThe edited text is in '"
            )
        )
        #expect(shell.home.names.isEmpty)
    }

    @Test func `edit reads lines that end as on Windows`() async throws {
        try await shell("editor config set fontSize 14; editor config set lineWidth 90")
        let run = try await edit(#"sed -i -e 's/^# theme.*/theme = dark/' -e 's/$/\r/' "$1""#)
        #expect(run == .printed("theme = dark (stored)"))
        #expect(try Set(shell.stored.keys) == ["fontSize", "lineWidth", "theme"])
    }

    @Test(arguments: [
        ("exit 3", "sh ./editor", 3), ("kill -TERM $$", "sh ./editor", 143), ("", "./no-such-editor", 127),
    ])
    func `edit changes nothing if the editor fails`(_ script: String, _ editor: String, _ status: Int) async throws {
        let run = try await edit(
            "sed -i 's/^# theme.*/theme = dark/' \"$1\"; \(script)",
            "VISUAL='\(editor)' editor config edit"
        )
        #expect(run.status == 69)
        let line = "editor config: the editor '\(editor)' failed with \(status); nothing is stored\n"
        #expect(run.errors.contains(line))
        #expect(run.output.isEmpty && shell.home.names.isEmpty)
    }

    @Test func `VISUAL takes precedence over EDITOR, and edit removes its private temporary file`() async throws {
        let script = """
            printf 'stat -c %%a "$(dirname "$1")"; echo "$1" > where; echo theme = dark >> "$1"' > visual
            VISUAL='sh ./visual' EDITOR=false editor config edit
            test -e "$(cat where)" && echo left
            true
            """
        #expect(try await shell(script) == .printed("700", "theme = dark (stored)"))
    }

    @Test(arguments: ["printf '\\377' > \"$1\"", "rm \"$1\""])
    func `edit changes nothing if the edited file is missing or not UTF-8`(_ script: String) async throws {
        try await shell("editor config set fontSize 14")
        let run = try await edit(script)
        #expect(run.errors.hasPrefix("editor config: the edited file is missing, or not in UTF-8; nothing is stored\n"))
        #expect(run.status == 65)
        #expect(try shell.stored["fontSize"] as? Double == 14)
    }

    @Test func `Without VISUAL and EDITOR, edit opens vi in a terminal, and fails elsewhere`() async throws {
        let script = #"""
            mkdir bin; printf '#!/bin/sh\necho "theme = dark" >> "$1"' > bin/vi; chmod +x bin/vi
            EDITOR= PATH=$PWD/bin:$PATH editor config edit; echo $?
            EDITOR= PATH=$PWD/bin:$PATH script -qec 'editor config edit' /dev/null
            """#
        let run = try await shell(script)
        #expect(run.output == ["69", "theme = dark (stored)"])
        #expect(run.errors == "editor config: vi needs a terminal; set $EDITOR to another editor\n")
    }

    @Test func `Ctrl-C in the editor doesn't end the program`() async throws {
        let run = try await edit(
            #"""
            program=$PPID
            [ "$(cat /proc/$program/comm)" = editor ] || program=$(cut -d ' ' -f 4 /proc/$program/stat)
            kill -INT $program; kill -QUIT $program; echo 'theme = dark' >> "$1"
            """#
        )
        #expect(run == .printed("theme = dark (stored)"))
    }

    @Test func `A command whose changes can't be saved exits with 74 and the reason`() async throws {
        let run = try await edit(#"echo 'theme = dark' >> "$1""#, "XDG_CONFIG_HOME=/dev/null/x editor config edit")
        #expect(run.status == 74 && run.output.isEmpty)
        #expect(run.errors.contains("editor config: Settings are not saved to '/dev/null/x/editor.plist': "))
    }

    @Test func `edit shows the origin of a launch argument, and doesn't store it`() async throws {
        try await shell("service config set port 90")
        let run = try await edit(#"grep -A1 'from: variable' "$1""#, "SERVICE_PORT=80 service config edit")
        #expect(run.output == ["# from: variable SERVICE_PORT", "# port = 80", "Nothing was changed."])
        #expect(try await shell("service config get port") == .printed("90"))
    }

    @Test func `Settings in two suites are edited together`() async throws {
        let run = try await edit(#"echo 'port = 81' >> "$1"; echo 'quota/acme = 3' >> "$1""#, "service config edit")
        #expect(run == .printed("port = 81 (stored)", "quota/acme = 3.0 (stored)"))
        #expect(try shell.home.settings(in: "service.plist")["port"] as? Int == 81)
        #expect(try shell.home.settings(in: "service.shared.plist")["quota/acme"] as? Double == 3)
    }

    @Test func `A temporary directory may have a blank and other letters in its path`() async throws {
        let script = """
            mkdir 'a ä'; printf 'echo "theme = dark" >> "$1"' > editor
            TMPDIR="$PWD/a ä" EDITOR='sh ./editor' editor config edit; ls 'a ä'
            """
        #expect(try await shell(script) == .printed("theme = dark (stored)"))
    }

    @Test(arguments: ["TERM", "HUP"]) func `A signal during edit removes the temporary file and ends the program`(
        _ signal: String
    ) async throws {
        let script = """
            mkdir tmp; printf 'echo > started; sleep 5' > editor
            TMPDIR="$PWD/tmp" EDITOR='sh ./editor' editor config edit & program=$!
            until [ -e started ]; do sleep 0.05; done
            kill -\(signal) $program; wait $program; echo $?; ls tmp
            """
        #expect(try await shell(script).output == [signal == "TERM" ? "143" : "129"])
    }
}
#endif
