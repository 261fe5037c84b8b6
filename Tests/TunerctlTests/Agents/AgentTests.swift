import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl mcp` with the client of the Python package `mcp`, in both ways of the protocol.
@Suite(.blocking) struct AgentTests {
    /// The interpreter that has the package, which `.ci/run` installs.
    private static let python = ProjectFile.path(".build/python/bin/python3")
    private static let client: ConditionTrait = .enabled(
        if: Demands.areStrict || Kernel.isProgram(python),
        "missing here: the package mcp for Python; install it with: .ci/python"
    )
    private static let script = ProjectFile.path("Tests/TunerctlTests/Agents/agent.py")

    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("declare", "wind", "--type", "number", "--default", "4", "--min", "0", "--max", "20")
        _ = try installation.run("set", "rain=1")
        _ = try installation.run("flag", "create", "beta", "--bool", "--default", "off")
    }

    /// Runs a scenario of the scripted agent, and returns the lines of its output.
    private func run(_ scenario: String, _ mode: String, _ arguments: String...) throws -> [String] {
        let words = [Self.script, scenario, mode, installation.file("bin/tunerctl")] + arguments
        let environment = installation.searchingEnvironment.merging(["PYTHONIOENCODING": "utf-8"]) { $1 }
        let result = try Program(Self.python, words, environment: environment).wait(within: .seconds(120))
        try #require(result.code == 0, "\(result.output)\(result.errors.suffix(2_000))")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(client, arguments: [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
    func `an agent tunes the playground by what it prints, and a person accepts the result`(
        mode: String,
        version: String
    ) throws {
        let environment = installation.searchingEnvironment
        let shared = try Program(BuiltProduct.path("playground-example"), ["100000"], environment: environment)
        _ = try shared.output { $0.contains("connected;") }
        let lines = try run("tune", mode, BuiltProduct.path("playground-example"), "68")
        #expect(lines.first == version)
        #expect(lines[1] == "tuner_diff -> playground.spacing: 4 -> 6 (world)")
        #expect(try installation.run("get", "playground.spacing").output == "4\n")
        let id = try #require(lines.last?.split(separator: " ").last.map(String.init))
        let accepted = try installation.run("accept", "--yes", id)
        #expect(accepted.output == "playground.spacing: 4 -> 6 (local)\n")
        _ = try shared.output { $0.contains("spacing 6 ") }
        #expect(try installation.run("history", "1").output.contains(" agent demo: 68 columns["))
        #expect(try installation.run("undo", "--everyone").output == "playground.spacing: 6 -> 4 (default)\n")
        #expect(try JSON.parse(installation.run("worlds", "--json").output)["worlds"] == [])
        try shared.crash()
    }

    @Test(client, arguments: ["auto", "legacy"])
    func `changes stay private, errors have the range and the nearest key, and undo takes changes back`(
        mode: String
    ) throws {
        let lines = try run("change", mode).map { line in
            line.replacing(/only in the world [0-9a-z]+; a program .*/, with: "only in ID")
        }
        #expect(
            lines == [
                "tuner_set -> wind: 4 -> 9 (world) | rain: 1 -> 2 (world) | only in ID",
                "tuner_set failed: wind must be at most 20, got 99 | "
                    + "wind is declared: number, default 4, minimum 0, maximum 20",
                "tuner_set failed: there is no key wnd; did you mean wind?",
                "tuner_flag_force -> beta: override on | only in ID",
                "tuner_flag_explain -> beta is true (variant on, STATIC, override)",
                "shared: 4 false",
                "tuner_undo -> beta: override removed | undone",
                "tuner_diff -> rain: 1 -> 2 (world) | wind: 4 -> 9 (world)",
                "tuner_undo -> wind: 9 -> 4 (default) | rain: 2 -> 1 (local) | undone",
                "tuner_diff -> no difference",
            ]
        )
        #expect(try eventually { try installation.run("worlds").output == "" })
    }

    @Test(client, arguments: ["auto", "legacy"])
    func `a secret value is in no result and in no error`(mode: String) throws {
        let declaration = #"{"key":"token","spec":{"type":"string","maxLength":12,"x-secret":true}}"#
        #expect(try installation.run("call", "tunables.declare", declaration).code == 0)
        _ = try installation.run("set", "token", "hunter2")
        let output = try run("secret", mode).joined(separator: "\n")
        #expect(!output.contains("hunter2"), "\(output)")
        #expect(output.contains("(secret)") && output.contains("at most 12 characters"))
        #expect(try installation.run("accept", "--yes").code == 0)
        #expect(try installation.run("get", "token").output == "hunter2-new\n")
    }

    @Test(client, arguments: ["auto", "legacy"])
    func `a client that subscribes to a key receives its change`(mode: String) throws {
        let lines = try run("watch", mode)
        let acknowledged = mode == "auto" ? ["['tuner://key/wind']"] : []
        #expect(lines == acknowledged + ["tuner://key/wind", "5"])
    }

    @Test(client) func `with --shared, each change is a try of the agent, which undo cancels`() throws {
        let lines = try run("attempt", "auto")
        #expect(lines[0].hasPrefix("tuner_try -> "))
        #expect(lines[0].contains("wind: 4 -> 9 (local)"))
        #expect(lines[1].contains(" agent demo[") && lines[1].contains(" tunables.try (try until "), "\(lines[1])")
        #expect(lines[2].contains("wind: 9 -> 4") && lines[3] == "4")
        #expect(try installation.run("tries", "--json").output.contains(#""tries":[]"#))
    }

    @Test(client) func `with --allow-commands, an agent searches and compares values in worlds`() throws {
        _ = try installation.run(
            "declare",
            "size",
            "--type",
            "integer",
            "--default",
            "50",
            "--min",
            "10",
            "--max",
            "90"
        )
        let lines = try run("search", "auto")
        #expect(lines[0] == "False {'size': 10} (1.0, 9.0) 50")
        #expect(lines[1] == "False 50.0 20.0")
        #expect(lines[2] == "True the command has failed with exit code 1:")
    }
}
