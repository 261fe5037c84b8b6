import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The plugins of `Editors` in the real editors, with the real `tunerctl lsp` and `tunerd`.
@Suite(.blocking) struct EditorPluginTests {
    @Test(.enabled(if: TestedEditor.vim.isInstalled || Demands.areStrict, "missing here: vim or tmux"))
    func `a value goes through Vim into the source code`() throws { try checkRoundTrip(.vim) }

    @Test(.enabled(if: TestedEditor.neovim.isInstalled || Demands.areStrict, "missing here: nvim or tmux"))
    func `a value goes through Neovim into the source code`() throws { try checkRoundTrip(.neovim) }

    @Test(.enabled(if: TestedEditor.eglot.isInstalled || Demands.areStrict, "missing here: emacs, eglot or tmux"))
    func `a value goes through Emacs with Eglot into the source code`() throws { try checkRoundTrip(.eglot) }

    @Test(.enabled(if: TestedEditor.lspMode.isInstalled || Demands.areStrict, "missing here: emacs, lsp-mode or tmux"))
    func `a value goes through Emacs with lsp-mode into the source code`() throws { try checkRoundTrip(.lspMode) }

    /// Sets a value elsewhere, writes it into the source code, sets another one, and resets it.
    private func checkRoundTrip(_ editor: TestedEditor) throws {
        let program = try TunedProgram()
        let tunerctl = program.installation
        #expect(try program.run() == "12\n")
        let screen = try editor.open(program)
        try expect(screen, shows: "speed = tuner.get(\"player.speed\", 12)")
        _ = try tunerctl.run("set", "player.speed", "18")
        try expect(screen, shows: editor.line(12, hint: 18))

        for keys in editor.bakingKeys { try screen.type(keys) }
        #expect(try eventually { try program.text.contains("tuner.get(\"player.speed\", 18)\n") })
        let baked = try screen.text { !$0.contains("→") }
        #expect(!baked.contains("→"), "\(baked)")

        try screen.type(editor.settingKeys(99))
        try expect(screen, shows: "must be at most 40")
        try screen.type(editor.settingKeys(21))
        try expect(screen, shows: editor.line(18, hint: 21))
        #expect(try tunerctl.run("get", "player.speed").output == "21\n")
        #expect(try program.run() == "21\n")
        _ = try tunerctl.run("reset", "player.speed")
        #expect(try program.run() == "18\n")
    }

    /// Waits until the screen shows a text, and fails if it never does.
    private func expect(_ screen: Screen, shows text: String) throws {
        let shown = try screen.text { $0.contains(text) }
        #expect(shown.contains(text), "\(text) is not in:\n\(shown)")
    }

    @Test(.enabled(if: TestedEditor.vim.isInstalled || Demands.areStrict, "missing here: vim or tmux"))
    func `the hints of Vim stay at their places after edits, and faults and actions are listed`() throws {
        let program = try TunedProgram()
        _ = try program.installation.run("set", "player.speed", "18")
        let screen = try TestedEditor.vim.open(program)
        try expect(screen, shows: TestedEditor.vim.line(12, hint: 18))
        try expect(screen, shows: TestedEditor.vim.line(12, hint: 18))
        try screen.type([":e!", "Enter", #":file o[t]h,er\ é{}.py"#, "Enter"])
        // Several changes at once: new lines, a deleted and a restored one, and letters of more than one byte.
        try screen.type(["1G", "O", "# é 😀 ", "Escape", "yy", "3p", "jdd", "Gddu"])
        try screen.type(["/^speed", "Enter", "iäö.", "Escape"])
        try expect(screen, shows: "äö.\(TestedEditor.vim.line(12, hint: 18))")
        try screen.type(["o", "x = tuner.get(\"player.sped\", 1)", "Escape"])
        try expect(screen, shows: "faults: 1")
        try screen.type([":TunerFaults", "Enter"])
        try expect(screen, shows: "there is no key player.sped")
        try screen.type([":lclose", "Enter", "k", ":TunerActions", "Enter"])
        try expect(screen, shows: "Bake")
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/node") || Demands.areStrict, "missing here: node"))
    func `a value goes through the extension of VS Code into the source code`() throws {
        let program = try TunedProgram()
        #expect(try program.run() == "12\n")
        let script = ProjectFile.path("Editors/vscode/test/round-trip.js")
        let result = try program.installation.shell("node '\(script)' '\(program.source)'")
        #expect(
            result.output == """
                the hint shows 18
                the hover names the key: true
                the lens shows 12 → 18 by tunerctl
                the accepted hint is text: true
                the refused value is Tuner: player.speed must be at most 40, got 99
                the command has set 21
                the file has 21: true
                the unknown key is a diagnostic

                """
        )
        #expect(result.code == 0)
        #expect(try program.text.contains("tuner.get(\"player.speed\", 21)\n"))
    }
}
