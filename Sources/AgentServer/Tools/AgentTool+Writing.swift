import ConsoleCore
import JSONCore
import TunerAPI

// The tools that change values, each through the writer of the session.
extension AgentTool {
    private static let flagsSchema: JSON = [
        "type": "array",
        "items": [
            "type": "object", "properties": ["key": ["type": "string"], "variant": ["type": "string"], "value": [:]],
            "required": ["key"],
        ],
    ]

    private static let timeSchema: JSON = ["type": "number", "exclusiveMinimum": 0]

    static let set = AgentTool(
        name: "tuner_set",
        title: "Set values",
        summary: """
            Set several values at once in your private world; no other program sees them. \
            An error names the allowed range.
            """,
        effect: .writes(isIdempotent: true),
        schema: ToolSchema(API.Tunables.update, "values", "clamp", "dryRun")
    ) { call in
        var change = AgentChange()
        change.values = call.arguments["values"]?.object ?? JSONObject()
        change.clamps = call.arguments["clamp"] == true
        change.isDryRun = call.arguments["dryRun"] == true
        write(change, call)
    }

    static let attempt = AgentTool(
        name: "tuner_try",
        title: "Try values for a time",
        summary: "Change values and flags together for a number of seconds; then they return by themselves.",
        effect: .writes(isIdempotent: false),
        schema: ToolSchema(API.Tunables.attempt, "values", "clamp", "dryRun")
            .adding("flags", flagsSchema, "The flags to override, each with a variant or a value.")
            .adding("for", timeSchema, "The seconds; by default the longest allowed time.")
    ) { call in
        var change = AgentChange()
        change.values = call.arguments["values"]?.object ?? JSONObject()
        change.flags = call.arguments["flags"]?.elements ?? []
        change.seconds = call.arguments["for"]?.number ?? AgentChange.usualSeconds
        change.clamps = call.arguments["clamp"] == true
        change.isDryRun = call.arguments["dryRun"] == true
        write(change, call)
    }

    static let forceFlag = AgentTool(
        name: "tuner_flag_force",
        title: "Override a flag",
        summary: "Override a flag with a variant or a value. tuner_undo removes the override.",
        effect: .writes(isIdempotent: true),
        schema: ToolSchema(API.Flags.set, "key", "variant", "value")
            .adding("for", timeSchema, "The seconds; by default, the override stays, or as long as the session allows.")
    ) { call in
        var change = AgentChange()
        var flag = call.arguments
        change.seconds = flag["for"]?.number
        flag["for"] = nil
        change.flags = [.object(flag)]
        write(change, call)
    }

    static let undo = AgentTool(
        name: "tuner_undo",
        title: "Undo your changes",
        summary: "Undo your last change, or with all every change of this session.",
        effect: .writes(isIdempotent: false),
        schema: ToolSchema().adding("all", ["type": "boolean"], "Whether to undo every change; by default false.")
    ) { call in
        guard let writer = call.context.writer else { return call.fail("this session may change nothing") }
        writer.undo(all: call.arguments["all"] == true) { outcome in finish(outcome, call) }
    }

    /// Makes a change, unless it is empty or names a key that is not allowed.
    private static func write(_ change: AgentChange, _ call: ToolCall) {
        let keys = change.values.members.map(\.name) + change.flags.map { $0["key"]?.text ?? "" }
        guard !keys.isEmpty else { return call.fail("name at least one value to change") }
        if let fault = call.context.limits.fault(in: keys) { return call.fail(fault) }
        guard let writer = call.context.writer else { return call.fail("this session may change nothing") }
        writer.write(change) { outcome in finish(outcome, call) }
    }

    private static func finish(_ outcome: AgentOutcome, _ call: ToolCall) {
        switch outcome {
        case .changed(let note, let facts):
            let changes = (facts["changes"]?.elements ?? []).compactMap { $0.read(as: ChangeRecord.self) }
            let flags = (facts["flags"]?.elements ?? []).compactMap { $0.read(as: FlagEditRecord.self) }
            let lines = changes.map(ChangeText.line) + flags.map(FlagText.line)
            call.finish(((lines.isEmpty ? ["nothing changed"] : lines) + [note]).joined(separator: "\n"), facts)
        case .nothing(let sentence): call.fail(sentence)
        case .failed(let failure): call.fail(failure)
        }
    }
}
