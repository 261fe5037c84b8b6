import JSONCore

/// The declaration of a tool: what the client lists, and the code that runs it.
struct AgentTool: Sendable {
    /// What a tool changes.
    enum Effect: Sendable {
        case reads
        /// The tool changes values; the second call with the same arguments changes nothing more if it is idempotent.
        case writes(isIdempotent: Bool)
        /// The tool runs commands of the agent.
        case runsCommands
    }

    let name: String
    let title: String
    let summary: String
    let effect: Effect
    let schema: ToolSchema
    let run: @Sendable (ToolCall) -> Void

    /// The tool in the result of `tools/list`.
    var listed: JSON {
        [
            "name": .string(name), "title": .string(title), "description": .string(summary), "inputSchema": schema.json,
            "annotations": annotations,
        ]
    }

    private var annotations: JSON {
        switch effect {
        case .reads: ["readOnlyHint": true, "openWorldHint": false]
        case .writes(let isIdempotent):
            [
                "readOnlyHint": false, "destructiveHint": false, "idempotentHint": .boolean(isIdempotent),
                "openWorldHint": false,
            ]
        case .runsCommands:
            ["readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true]
        }
    }
}
