import ConsoleCore
import JSONCore
import TunerAPI

// The tools that show the private changes, and propose them to a person.
extension AgentTool {
    static let diff = AgentTool(
        name: "tuner_diff",
        title: "Show your changes",
        summary: "Show how the values of your private world differ from the shared ones.",
        effect: .reads,
        schema: ToolSchema()
    ) { call in
        guard let writer = call.context.world, let world = writer.world else {
            return call.finish("you have changed nothing", ["changes": []])
        }
        differences(of: writer, call) { result in
            var facts = call.context.limits.allowed(in: result).object ?? JSONObject()
            facts["world"] = .string(world)
            call.finish(text(of: .object(facts)), facts)
        }
    }

    static let propose = AgentTool(
        name: "tuner_propose",
        title: "Propose your changes",
        summary: """
            Propose all changes of your private world to a person, who accepts or rejects them. \
            A second proposal replaces the first.
            """,
        effect: .writes(isIdempotent: false),
        schema: ToolSchema(API.Worlds.propose, "summary")
    ) { call in
        guard let writer = call.context.world, writer.world != nil else {
            return call.fail("you have changed nothing, so there is nothing to propose")
        }
        guard call.text("summary")?.unicodeScalars.contains(where: \.properties.isAlphabetic) == true else {
            return call.fail("summary must say in words why a person should accept the changes")
        }
        differences(of: writer, call) { differences in
            if let fault = call.context.limits.fault(inDifferences: differences) { return call.fail(fault) }
            let text = text(of: differences)
            guard text != Self.noDifference else {
                return call.fail("your world has the shared values, so there is nothing to propose")
            }
            call.daemon(API.Worlds.propose, call.arguments) { result in
                let id = result["world"]?.text ?? ""
                replace(writer.proposal, call) {
                    writer.proposal = id
                    let advice = "a person accepts it with: tunerctl accept \(id)"
                    let facts: JSONObject = ["proposal": .string(id), "changes": differences["changes"] ?? []]
                    call.finish("\(text)proposed; \(advice)", facts)
                }
            }
        }
    }

    private static let noDifference = "no difference\n"

    /// Reads how the world differs from the shared values, with each secret key that the session has changed.
    private static func differences(of writer: WorldWriter, _ call: ToolCall, _ handle: @escaping (JSON) -> Void) {
        call.daemon(API.Worlds.diff) { result in
            let changes = (result["changes"]?.elements ?? []).hidingSecrets(of: writer.secrets)
            handle(result.replacingMember(at: ["changes"], by: .array(changes)))
        }
    }

    /// Ends the earlier proposal of the session, unless a person has ended it already.
    private static func replace(_ earlier: String?, _ call: ToolCall, _ next: @escaping () -> Void) {
        guard let earlier else { return next() }
        call.context.daemon.call(API.Worlds.drop.name, ["world": .string(earlier)]) { _ in next() }
    }

    /// Returns a line for each difference.
    private static func text(of differences: JSON) -> String {
        let changes = (differences["changes"]?.elements ?? []).compactMap { $0.read(as: ChangeRecord.self) }
        let flags = (differences["flags"]?.elements ?? []).compactMap { $0.read(as: FlagEditRecord.self) }
        let lines = changes.map(ChangeText.line) + flags.map(FlagText.line)
        return lines.isEmpty ? noDifference : lines.map { "\($0)\n" }.joined()
    }
}
