import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that the scripts in Examples print the output that their pages show.
@Suite(.blocking) struct ExampleTests {
    @Test(arguments: ["live-constants", "confighub", "flags", "scripting", "game", "cooking", "team-layers"])
    func `an example script prints the output in its output file`(name: String) throws { try check(name) }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/vim") || Demands.areStrict, "missing here: vim"))
    func `the editor plugin example prints the output in its output file`() throws { try check("editor-plugin") }

    private func check(_ name: String) throws {
        let installation = try Installation(.daemon)
        let script = ProjectFile.path("Examples/\(name)/day")
        let output = try installation.shell("sh '\(script)'").output
        #expect(Transcript.plain(output) == Transcript.plain(try ProjectFile.text("Examples/\(name)/output.txt")))
    }
}
