import ConsoleCore
import JSONCore

/// The prompts that a person can choose in a client.
struct PromptCatalog {
    private static let prompts: [JSON] = [
        [
            "name": "tune", "title": "Tune this for me", "description": "Change values until a goal is met.",
            "arguments": [
                ["name": "goal", "description": "What to reach, such as: p99 below 20 ms.", "required": true],
                ["name": "keys", "description": "A pattern of the keys to change, such as net.*.", "required": false],
            ],
        ],
        [
            "name": "why-flag", "title": "Why is this flag on?", "description": "Explain the value of a feature flag.",
            "arguments": [["name": "flag", "description": "The key of the flag.", "required": true]],
        ],
    ]

    private let options: AgentOptions
    private let limits: KeyLimits

    init(_ options: AgentOptions) { (self.options, limits) = (options, KeyLimits(options)) }

    func list(_ request: AgentRequest) { request.respond(list: ["prompts": .array(PromptCatalog.prompts)], for: 3_600) }

    func get(_ request: AgentRequest) {
        let name = request.params["name"]?.text ?? ""
        let arguments = request.params["arguments"]?.object ?? JSONObject()
        switch (name, arguments["goal"]?.text, arguments["flag"]?.text) {
        case ("tune", let goal?, _):
            if let fault = arguments["keys"]?.text.flatMap(limits.fault(inPattern:)) {
                return request.fail(.invalidParams(fault))
            }
            respond(request, AgentGuide.tune(goal: goal, keys: arguments["keys"]?.text, options))
        case ("why-flag", _, let flag?):
            if let fault = limits.fault(in: [flag]) { return request.fail(.invalidParams(fault)) }
            respond(request, AgentGuide.whyFlag(flag))
        case ("tune", nil, _): request.fail(.invalidParams("the argument goal is missing"))
        case ("why-flag", _, nil): request.fail(.invalidParams("the argument flag is missing"))
        default:
            let names = PromptCatalog.prompts.compactMap { $0["name"]?.text }
            let question = NearestName.question(NearestName.nearest(to: name, among: names))
            request.fail(.invalidParams("there is no prompt \(name.shown)\(question)"))
        }
    }

    private func respond(_ request: AgentRequest, _ text: String) {
        request.respond([
            "messages": [["role": "user", "content": ["type": "text", "text": .string(text)]]]
        ])
    }
}
