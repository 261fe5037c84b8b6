import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// The conversations in `clients/vectors`, with each client library and the real daemon.
@Suite(.blocking) struct VectorTests {
    private static let python = Demands.path(of: "python3")
    private static let directory = ProjectFile.path("clients/vectors")
    /// The names of all vectors; empty if they cannot be read, which a test reports.
    private static let names = ((try? Kernel.names(in: directory)) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    private static let player: ConditionTrait = .enabled(
        if: Demands.areStrict || python != nil,
        "missing here: python3"
    )

    /// Runs the player with a vector and a driver.
    private func play(_ vector: String, _ client: String, _ command: [String]) throws -> Program.Result {
        let options = ["--vector", vector, "--client", client, "--tunerd", BuiltProduct.path("tunerd"), "--"]
        let program = try Program(try #require(Self.python), ["\(Self.directory)/play"] + options + command)
        return try program.wait(within: .seconds(300))
    }

    @Test(player, arguments: ClientDriver.all, names)
    func `a client has the conversation of a vector`(driver: ClientDriver, vector: String) throws {
        if let absence = driver.absence { try Test.cancel(Comment(rawValue: absence)) }
        let result = try play(vector, driver.name, driver.command)
        let isPlayed = result.output == "ok \(vector)\n"
        let isSkipped = result.output.hasPrefix("skipped \(vector): ")
        #expect(result.code == 0 && (isPlayed || isSkipped), "\(result.output)\(result.errors)")
    }

    @Test(player) func `the player has many vectors, and lists them all`() throws {
        #expect(Self.names.count >= 60)
        let program = try Program(try #require(Self.python), ["\(Self.directory)/play", "--list"])
        let lines = try program.wait().output.split(separator: "\n")
        #expect(lines.map { String($0.prefix { $0 != ":" }) } == Self.names)
    }

    @Test(
        player,
        arguments: [
            ("true", "got: its end with exit code 0"),
            ("exit 3", "got: its end with exit code 3"),
            ("echo no", #"expected: a line {"gives":…} or {"fails":…} of the driver"#),
            (#"read line; echo '{"fails":{"kind":"x"}}'; cat"#, #"expected: {"gives":null}"#),
        ]
    )
    func `a driver that is wrong fails with the step, what came, and the conversation`(
        script: String,
        sentence: String
    ) throws {
        let result = try play("change", "swift", ["/bin/sh", "-c", script])
        #expect(result.code == 1)
        #expect(result.output.hasPrefix("failed change: a change of another client arrives\n  step: "))
        #expect(result.output.contains(sentence), "\(result.output)")
        #expect(result.output.contains(#"step  {"program":["declare","ui.scale",1,{}]}"#), "\(result.output)")
    }

    @Test(arguments: names) func `the page describes each word of a vector`(vector: String) throws {
        let page = try ProjectFile.text("clients/vectors/README.md")
        let content = try JSON.parse(ProjectFile.text("clients/vectors/\(vector).json"))
        guard case .object(let members) = content, case .array(let steps)? = content["steps"] else {
            Issue.record("a vector is an object with steps")
            return
        }
        for member in members.members { #expect(page.contains("`\(member.name)`"), "\(member.name)") }
        for case .object(let step) in steps {
            for member in step.members where member.name != "params" {
                #expect(page.contains("`\(member.name)`"), "\(member.name)")
            }
            for name in ["program", "begin"] {
                guard case .array(let operation)? = step[name], case .string(let word)? = operation.first else {
                    continue
                }
                #expect(page.contains("`[\"\(word)\""), "\(word)")
            }
            for name in ["connection", "daemon"] {
                guard case .string(let word)? = step[name] else { continue }
                #expect(page.contains("`\"\(word)\"`"), "\(word)")
            }
        }
    }
}
