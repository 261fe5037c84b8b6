import BlockingTests
import TestSupport
import Testing

/// Tests that docs/secrets.md is true.
@Suite(.blocking) struct SecretsPageTests {
    @Test func `the commands of the page print what the page shows`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let steps = Tour.steps(of: try ProjectFile.text("docs/secrets.md"))
        #expect(steps.count == 5)
        for step in steps {
            // Only on a terminal, declare prints a line, and list a table.
            let isShort = ["tunerctl declare", "tunerctl list"].contains { step.command.hasPrefix($0) }
            let streams: Program.Streams = isShort ? .terminal : .pipes
            let result = try installation.shell(step.command, on: streams)
            let printed = Transcript.plain(result.output.replacing("\r\n", with: "\n"))
            #expect(printed == Transcript.plain(step.output), "\(step.command)")
        }
    }
}
