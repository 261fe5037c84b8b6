extension AgentTool {
    /// Returns the tools of a session, in the order of their list.
    static func all(_ options: AgentOptions) -> [AgentTool] {
        var tools = reading + flags
        guard options.mayWrite else { return tools + [layers] }
        if case .shared = options.writes {
            tools += [attempt, forceFlag, undo, layers]
        } else {
            tools += [set, attempt, forceFlag, undo, layers, diff, propose]
        }
        return options.commandProgram == nil ? tools : tools + [compare, optimize]
    }
}
