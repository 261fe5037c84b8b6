import JSONCore

/// The tools, resources and prompts of a session.
final class AgentFeatures {
    let subscriptions: ResourceSubscriptions
    private let tools: ToolCatalog
    private let resources: KeyResources
    private let prompts: PromptCatalog

    init(
        _ options: AgentOptions,
        _ daemon: any AgentDaemon,
        start: @escaping AgentProgramStart,
        notify: @escaping (String, JSONObject) -> Void
    ) {
        let limits = KeyLimits(options)
        let (world, writer) = Self.writers(options, daemon, limits)
        tools = ToolCatalog(
            ToolContext(
                daemon: daemon,
                options: options,
                limits: limits,
                writer: writer,
                world: world,
                start: start
            )
        )
        resources = KeyResources(daemon, limits)
        subscriptions = ResourceSubscriptions(daemon, limits, notify)
        prompts = PromptCatalog(options)
    }

    /// Returns the writer of the session, and also as the writer of a world if it is one.
    private static func writers(
        _ options: AgentOptions,
        _ daemon: any AgentDaemon,
        _ limits: KeyLimits
    ) -> (world: WorldWriter?, writer: (any AgentWriter)?) {
        switch options.writes {
        case .none: return (nil, nil)
        case .privateWorld:
            let world = WorldWriter(daemon, world: nil)
            return (world, world)
        case .world(let name):
            let world = WorldWriter(daemon, world: name)
            return (world, world)
        case .shared(let seconds): return (nil, TryWriter(daemon, limits, longest: seconds))
        }
    }

    /// Returns the handler of a method; nil for an unknown one.
    func handler(of method: String, isStateless: Bool) -> AgentSession.Handler? {
        switch method {
        case "tools/list": tools.list
        case "tools/call": tools.call
        case "resources/list": resources.list
        case "resources/templates/list": resources.listTemplates
        case "resources/read": resources.read
        case "resources/subscribe" where !isStateless: subscriptions.subscribe
        case "resources/unsubscribe" where !isStateless: subscriptions.unsubscribe
        case "subscriptions/listen" where isStateless: subscriptions.listen
        case "prompts/list": prompts.list
        case "prompts/get": prompts.get
        default: nil
        }
    }
}
