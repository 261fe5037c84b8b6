import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The prompts of `tunerctl edit`, with the real programs in a real terminal.
@Suite(.blocking, .enabled(if: Screen.isAvailable || Demands.areStrict, "missing here: tmux"))
struct EditPromptTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.shell(
            """
            tunerctl start
            tunerctl declare n --type integer --default 1 --max 9
            tunerctl update a=0 m=1
            mkdir '\(installation.file("edited"))'
            """
        )
    }

    /// Starts a terminal whose editor runs a script.
    ///
    /// `$1` is the file, and `$TIME` counts the starts of the editor.
    private func screen(_ script: String) throws -> Screen {
        let editor = try installation.write(
            """
            #!/bin/sh
            TIME=$(($(cat '\(installation.file("times"))' 2>/dev/null) + 1)); echo $TIME >'\(installation.file("times"))'
            \(script)

            """,
            to: "editor"
        )
        try Kernel.setMode(editor, 0o700)
        let variables = ["EDITOR": editor, "TMPDIR": installation.file("edited")]
        return try Screen(
            "tunerctl edit; echo \"[$?]\"; cat",
            environment: installation.searchingEnvironment.merging(variables) { $1 },
            columns: 200
        )
    }

    private static let editAgain = "Back to the editor? [Y/n]"

    @Test func `returning to the editor keeps the typed text for correction`() throws {
        let screen = try screen(#"sed -i "s/\"n\": .*/\"n\": $((12 - TIME * 2))/" "$1"; grep '"n"' "$1""#)
        let prompt = try screen.text { $0.hasSuffix(Self.editAgain) }
        #expect(prompt.hasSuffix("must be at most 9, got 10\n\(Self.editAgain)"))
        try screen.type("Enter")
        #expect(try screen.text { $0.contains("[0]") }.hasSuffix("\"n\": 8\nn: 1 -> 8 (local)\n[0]"))
        #expect(try installation.shell("ls '\(installation.file("edited"))'").output == "")
    }

    @Test func `declining to return to the editor keeps the file`() throws {
        let screen = try screen(#"sed -i "s/\"n\": .*/\"n\": 1$TIME/" "$1""#)
        _ = try screen.text { $0.hasSuffix(Self.editAgain) }
        try screen.type("y", "Enter")
        _ = try screen.text { $0.contains("got 12") && $0.hasSuffix(Self.editAgain) }
        try screen.type("n", "Enter")
        let end = try screen.text { $0.contains("[1]") }
        #expect(end.contains("tunerctl: nothing was stored; the edited text is in "))
        let kept = try installation.shell("cat '\(installation.file("edited"))'/*/values.json").output
        #expect(kept.contains("\"n\": 12"))
        #expect(try installation.run("get", "n").output == "1\n")
    }

    @Test func `edit retried after a concurrent change reports and overwrites only the edited key`() throws {
        let screen = try screen(#"[ $TIME = 2 ] || { tunerctl update a=7 n=2 >&2; sed -i 's/"n": .*/"n": 3/' "$1"; }"#)
        let prompt = try screen.text { $0.hasSuffix(Self.editAgain) }
        #expect(prompt.contains("n changed in revision"))
        try screen.type("Enter")
        let end = try screen.text { $0.contains("[0]") }
        #expect(end.contains("tunerctl: n is 2 now\n"))
        #expect(end.hasSuffix("n: 2 -> 3 (local)\n[0]"))
        #expect(try installation.run("get", "a", "n", "m").output == "a 7\nn 3\nm 1\n")
    }
}
