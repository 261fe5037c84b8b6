import JSONCore

/// The resources and prompts of a session.
final class AgentFeatures {
    let subscriptions: ResourceSubscriptions
    private let resources: KeyResources
    private let prompts: PromptCatalog

    init(
        _ options: AgentOptions,
        _ daemon: any AgentDaemon,
        notify: @escaping (String, JSONObject) -> Void
    ) {
        let limits = KeyLimits(options)
        resources = KeyResources(daemon, limits)
        subscriptions = ResourceSubscriptions(daemon, limits, notify)
        prompts = PromptCatalog(options)
    }

    /// Returns the handler of a method; nil for an unknown one.
    func handler(of method: String, isStateless: Bool) -> AgentSession.Handler? {
        switch method {
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
