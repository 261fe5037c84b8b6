import BlockingTests
import OptionCore
import TestSupport
import Testing

/// Long sentences on a terminal, from the real programs.
@Suite(.blocking) struct WrappedTextTests {
    private static let description =
        "The radius of the corners of every window, in points; dialogs and menus have half of it, and tooltips none."

    @Test func `describe wraps a description to the terminal`() throws {
        let installation = try Installation(.daemon)
        let shown = try installation.shell(
            """
            tunerctl start 2>/dev/null
            tunerctl declare r --type number --default 1 --description '\(WrappedTextTests.description)'
            stty cols 60; tunerctl describe r --color never
            """,
            on: .terminal
        ).output.replacing("\r\n", with: "\n")
        #expect(
            Transcript.plain(shown, in: installation) == """
                r: declared
                r is 1 (default)
                  default  1  wins
                declared by tunerctl[PID]
                  type         number
                  description  The radius of the corners of every window, in
                               points; dialogs and menus have half of it,
                               and tooltips none.
                  default      1
                changed by revision 1

                """
        )
    }

    @Test func `stew wraps its rationale to the terminal`() throws {
        let installation = try Installation(.daemon)
        let script = "tunerctl start 2>/dev/null; stty cols 50; tunerctl stew --varietal cherry --color never"
        let shown = try installation.shell(script, on: .terminal).output.replacing("\r\n", with: "\n")
        let lines = shown.split(separator: "\n").map(String.init)
        #expect(lines.count >= 4, "\(shown)")
        for line in lines.dropFirst() { #expect(line.displayWidth <= 50, "\(line)") }
        let piped = try installation.shell("tunerctl stew --verbose").output
        #expect(piped.split(separator: "\n").count == 2, "\(piped)")
    }
}
