import ConsoleCore
import JSONCore
import SystemCore

// The tools that run commands of the agent, by tunerctl itself.
extension AgentTool {
    private static let words: JSON = ["type": "array", "items": ["type": "string"], "minItems": 1]
    private static let budgetSchema: JSON = ["type": "integer", "minimum": 2, "maximum": 1_000]
    private static let programSummary =
        "The program to start for each measurement, with its arguments; without it, the command starts it."
    private static let settleSummary = "The seconds to wait before each measurement."

    static let compare = AgentTool(
        name: "tuner_compare",
        title: "Compare two settings",
        summary: """
            Measure two sets of values in turn with a shell command, and say whether they differ. \
            No shared value changes.
            """,
        effect: .runsCommands,
        schema: ToolSchema()
            .adding("a", ["type": "object"], "The first values by key; {} for the shared values.", isRequired: true)
            .adding("b", ["type": "object"], "The second values by key.", isRequired: true)
            .adding("metric", ["type": "string"], "A shell command that prints a number.", isRequired: true)
            .adding("rounds", ["type": "integer", "minimum": 4], "The number of measurements of each; by default 10.")
            .adding("settle", ["type": "number", "minimum": 0], settleSummary)
            .adding("program", words, programSummary)
    ) { call in
        let values = (call.arguments["a"]?.object ?? [:], call.arguments["b"]?.object ?? [:])
        let keys = (values.0.members + values.1.members).map(\.name)
        if let fault = call.context.limits.fault(in: keys) { return call.fail(fault) }
        let script = "a=$1 b=$2; shift 2; exec \"$@\" 3<<A 4<<B\n$a\nA\n$b\nB\n"
        var words = ["/bin/sh", "-c", script, "sh"].map { RawText($0) }
        words += [values.0, values.1].map { RawText(JSONText.compact(.object($0))) }
        words += (call.context.options.commandProgram ?? []) + ["--json", "compare", "/dev/fd/3", "/dev/fd/4"]
        words += ["--metric", RawText(call.text("metric") ?? "")]
        if case .integer(let rounds)? = call.arguments["rounds"] { words += ["--rounds", RawText("\(rounds)")] }
        run(words + tail(call), call, total: nil)
    }

    static let optimize = AgentTool(
        name: "tuner_optimize",
        title: "Search the best values",
        summary: """
            Find the values of keys for which a shell command prints the lowest or highest number. \
            No shared value changes.
            """,
        effect: .runsCommands,
        schema: ToolSchema()
            .adding("keys", words, "Patterns of the keys.", isRequired: true)
            .adding("minimize", ["type": "string"], "A shell command that prints the number to lower.")
            .adding("maximize", ["type": "string"], "A shell command that prints the number to raise.")
            .adding("budget", budgetSchema, "The number of measurements; by default 40.")
            .adding("settle", ["type": "number", "minimum": 0], settleSummary)
            .adding("program", words, programSummary)
    ) { call in
        let keys = call.texts("keys")
        // A pattern can match more keys than the session allows.
        if call.context.limits.isLimited, !keys.allSatisfy(call.context.limits.words.contains) {
            return call.fail("name the patterns of this session: \(call.context.limits.words.joined(separator: ", "))")
        }
        var budget: Int64 = 40
        if case .integer(let wanted)? = call.arguments["budget"] { budget = max(2, min(wanted, 1_000)) }
        var words = (call.context.options.commandProgram ?? []) + ["--json", "optimize"]
        words += keys.map { RawText($0) } + ["--budget", RawText("\(budget)")]
        for goal in ["minimize", "maximize"] {
            if let command = call.text(goal) { words += [RawText("--\(goal)"), RawText(command)] }
        }
        run(words + tail(call), call, total: budget)
    }

    /// Returns the options that both commands have, and the program to measure.
    private static func tail(_ call: ToolCall) -> [RawText] {
        var words: [RawText] = []
        if let settle = call.arguments["settle"]?.number { words += ["--settle", RawText("\(settle)")] }
        let program = call.texts("program").map { RawText($0) }
        return program.isEmpty ? words : words + ["--"] + program
    }

    /// Runs a command that prints JSON lines, the last of which is the result.
    private static func run(_ words: [RawText], _ call: ToolCall, total: Int64?) {
        let program: any AgentProgram
        do throws(SystemError) {
            program = try call.context.start(words)
        } catch {
            return call.fail(error.description)
        }
        var (last, count): (JSON?, Int64) = (nil, 0)
        program.whenLine = { line in
            guard let json = try? JSON.parse(line) else { return }
            last = json
            count += 1
            call.report(count, of: total, "measurement \(count)")
        }
        program.whenEnded = { code, messages in
            // The closures hold the program until its end.
            (program.whenLine, program.whenEnded) = ({ _ in }, { _, _ in })
            guard code == 0, let result = last?.object else {
                let sentence = "the command has failed with exit code \(code)"
                return call.fail(messages.isEmpty ? sentence : "\(sentence):\n\(messages)")
            }
            call.finish(JSONText.compact(.object(result)), result)
        }
        call.whenCancelled { program.terminate() }
    }
}
