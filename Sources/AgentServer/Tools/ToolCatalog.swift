import ConsoleCore
import JSONCore

/// The tools of a session, and the methods about them.
final class ToolCatalog {
    private let tools: [AgentTool]
    private let context: ToolContext
    private let queue: ToolQueue

    init(_ context: ToolContext) {
        self.context = context
        queue = ToolQueue(context.daemon)
        tools = AgentTool.all(context.options)
    }

    /// Lists the tools, in an order that never changes.
    func list(_ request: AgentRequest) {
        request.respond(list: ["tools": .array(tools.map(\.listed))], for: 3_600)
    }

    /// Runs a tool.
    func call(_ request: AgentRequest) {
        guard let name = request.params["name"]?.text else { return request.fail(.invalidParams("name is missing")) }
        guard let tool = tools.first(where: { $0.name == name }) else {
            let nearest = NearestName.nearest(to: name, among: tools.map(\.name))
            return request.fail(.invalidParams("there is no tool \(name.shown)\(NearestName.question(nearest))"))
        }
        if let arguments = request.params["arguments"], arguments.object == nil, arguments != .null {
            return request.fail(.invalidParams("arguments must be an object"))
        }
        let call = ToolCall(request, context)
        if let fault = tool.schema.fault(in: call.arguments) { return call.fail(fault) }
        queue.add(call, of: tool)
    }
}
