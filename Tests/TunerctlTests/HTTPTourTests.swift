import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that the commands of docs/http.md print what the page shows.
@Suite(.blocking) struct HTTPTourTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `the commands in the page about HTTP print the output shown there`() throws {
        let daemon = try shell("exec tunerd")
        _ = try daemon.output { $0.contains("listening on") }
        let gateway = try shell("exec tunerweb --port 0 --export 'ui.*'")
        let line = try gateway.output { $0.hasSuffix("\n") }
        let host = try #require(line.firstMatch(of: /localhost:[0-9]+/)).output
        let steps = Tour.steps(of: try ProjectFile.text("docs/http.md"))
        #expect(steps.count > 15)
        for step in steps {
            let program = try shell(step.command.replacing("localhost:8081", with: host))
            let expected = Self.plain(step.output)
            if step.command.hasPrefix("curl -N ") {
                // The command does not end by itself.
                let output = try program.output { Self.plain($0).hasPrefix(expected) }
                #expect(Self.plain(output).hasPrefix(expected), "\(step.command)")
            } else {
                #expect(Self.plain(try program.wait().output) == expected, "\(step.command)")
            }
        }
        #expect(try gateway.wait().code == 0)
    }

    @Test func `every command of README with an address is in the page about HTTP`() throws {
        let commands = Tour.steps(of: try ProjectFile.text("docs/http.md")).map(\.command)
        let lines = try ProjectFile.text("README.md").split(separator: "\n")
        let shown = lines.filter { $0.hasPrefix("$ ") && $0.contains("localhost:8081") }.map { String($0.dropFirst(2)) }
        #expect(shown.count >= 3)
        for command in shown {
            #expect(commands.contains(command), "\(command)")
        }
    }

    /// Runs a line, both streams in one, where curl shows no progress.
    private func shell(_ line: String) throws -> Program {
        let programs = BuiltProduct.path("tunerctl").dropLast("/tunerctl".count)
        let quiet = "curl() { command curl -sS \"$@\"; }"
        return try Program(
            script: "cd '\(directory.path)'; exec 2>&1; \(quiet); \(line)",
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path,
                "NO_COLOR": "1",
            ]
        )
    }

    /// Returns an output without the epoch, which differs in each run, and with the line break that JSON does not have.
    private static func plain(_ output: String) -> String {
        let end = output.isEmpty || output.hasSuffix("\n") ? "" : "\n"
        return "\(output)\(end)".replacing(/[0-9a-f]{16}/, with: "EPOCH")
    }
}
