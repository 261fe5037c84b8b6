import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that docs/experiments.md is true.
@Suite(.blocking) struct ExperimentsPageTests {
    @Test func `the commands of the page print what the page shows`() throws {
        let page = try ProjectFile.text("docs/experiments.md")
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let scripts = page.split(separator: "```sh\n").dropFirst().compactMap { $0.firstMatch(of: /#!(?s:.*?)(?=```)/) }
        #expect(scripts.count == 2)
        for (name, script) in zip(["latency", "healthy"], scripts) {
            try Kernel.setMode(try installation.write(String(script.output), to: name), 0o755)
        }
        let steps = Tour.steps(of: page)
        #expect(steps.count > 11)
        for step in steps {
            // On a terminal, a comparison also shows its progress, and colors.
            let streams: Program.Streams = step.command.hasPrefix("tunerctl declare") ? .terminal : .pipes
            let result = try installation.shell("cd '\(installation.file(""))'; \(step.command)", on: streams)
            let printed = Transcript.plain(result.output.replacing("\r\n", with: "\n"))
            #expect(printed == Transcript.plain(step.output.trimmingEnd()), "\(step.command)")
        }
    }
}

extension String {
    /// Returns the text without blank lines at its end.
    fileprivate func trimmingEnd() -> String {
        var text = self
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }
}
