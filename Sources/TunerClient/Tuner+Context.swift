extension Tuner {
    /// The attributes that the targeting rules of all flags can compare, such as those of the user.
    ///
    /// ```swift
    /// tuner.context = ["targetingKey": "ada", "plan": "pro"]
    /// ```
    ///
    /// A flag is evaluated in this context, merged with its own. Where both have a name, the flag's own value is used.
    ///
    /// After a change, the daemon evaluates the flags again. Until its response arrives, a flag keeps its value. Then
    /// only the observers of flags with another value are notified. `ready` waits for the response:
    ///
    /// ```swift
    /// tuner.context = tuner.context.merging(["plan": "free"])
    /// try await tuner.ready()
    /// ```
    ///
    /// JSON has no infinite number and no NaN. If the new context has one, the tuner keeps the old context and reports
    /// `TunerFault.invalidContext`.
    public var context: FlagContext {
        get { store.context }
        set { setContext(newValue, at: nil) }
    }

    /// Replaces the context of a flag, or the tuner's context if `index` is nil.
    func setContext(_ context: FlagContext, at index: Int?) {
        guard context.isJSON else { return faults.report(.invalidContext(context)) }
        if store.setContext(context, at: index) { backend.moved() }
    }
}

extension Flag {
    /// The flag's own attributes, which targeting rules can compare in addition to those of `Tuner.context`.
    ///
    /// ```swift
    /// features.$darkMode.context = ["screen": "editor"]
    /// ```
    ///
    /// The first value is the context of the declaration. All declarations of a key with the same first context share
    /// this context. To evaluate a flag in two contexts at the same time, declare it with two contexts. See
    /// `Tuner.context` for what a change does.
    public var context: FlagContext {
        get { tuner.store.context(at: index) }
        nonmutating set { tuner.setContext(newValue, at: index) }
    }
}
