/// The instructions for agents.
enum AgentGuide {
    /// Returns the instructions for a client, in few words.
    static func instructions(_ options: AgentOptions) -> String {
        let scope =
            "Tuner keeps live values (tunables) and feature flags of running programs. Find keys with tuner_list."
        let writes =
            switch options.writes {
            case .none: "This session may only read."
            case .privateWorld, .world:
                "Changes go to a private world: no other program sees them. Start a program with TUNER_WORLD set to the "
                    + "world that tuner_set returns, and it uses your values. When they are good, call tuner_propose: a "
                    + "person decides. You cannot change shared values."
            case .shared:
                "Changes apply to all programs at once, and end by themselves. A person keeps them with tunerctl confirm."
            }
        let words = options.keyWords.joined(separator: ", ")
        let keys = options.keys == nil ? "" : " Only these keys are allowed: \(words)."
        return "\(scope) \(writes)\(keys)"
    }

    /// Returns the text of the prompt `tune`.
    static func tune(goal: String, keys: String?, _ options: AgentOptions) -> String {
        let end =
            switch options.writes {
            case .none: "Do not change anything; say which values you would set, and why."
            case .privateWorld, .world:
                "When the goal is met, call tuner_propose with a summary of what you have measured."
            case .shared: "Say which try a person should confirm."
            }
        return """
            Tune the running program for this goal: \(goal)

            1. List \(keys.map { "the keys \($0)" } ?? "the keys") with tuner_list, and read the limits of those that matter.
            2. Measure the present state, and write it down.
            3. Change one or two values, measure again, and keep the change only if it helps. tuner_undo takes it back.
            4. Stop when the goal is met, or when three changes in a row have not helped.

            \(end)
            """
    }

    /// Returns the text of the prompt `why-flag`.
    static func whyFlag(_ flag: String) -> String {
        """
        Explain why the feature flag \(flag) has its present value. Call tuner_flag_explain, with a context if the rule reads \
        variables. Name what decides: an override, a kill switch, a rule or the default. If somebody has changed it, find \
        the commit with tuner_history. Change nothing.
        """
    }
}
