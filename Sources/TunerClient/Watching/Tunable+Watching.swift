extension Tunable {
    /// The values one after the other, beginning with the one that there is.
    ///
    /// ```swift
    /// for await radius in settings.$cornerRadius.values { layer.cornerRadius = radius }
    /// ```
    public var values: TunableValues<Value> { TunableValues(cell, of: tuner) }

    /// Has a body run for each change from now on, for as long as what it returns is held.
    ///
    /// The body runs where it belongs: on the main actor if it says so. A body that belongs nowhere runs on the executor, if
    /// one is given. When changes come faster than it runs it gets the newest.
    ///
    /// ```swift
    /// watch = settings.$cornerRadius.onChange { @MainActor radius in layer.cornerRadius = radius }
    /// ```
    public func onChange(
        on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @isolated(any) @Sendable (Value) -> Void
    ) -> Watching {
        Watching(TunableValues(cell, of: tuner, after: cell.version), on: executor, body)
    }
}

extension Flag {
    /// What it comes to, one value after the other, beginning with the one that there is.
    ///
    /// ```swift
    /// for await isDark in features.$darkMode.values { window.isDark = isDark }
    /// ```
    public var values: TunableValues<Value> { TunableValues(cell, of: tuner) }

    /// Has a body run for each change from now on, for as long as what it returns is held; see `Tunable.onChange`.
    ///
    /// ```swift
    /// watch = features.$darkMode.onChange { @MainActor isDark in window.isDark = isDark }
    /// ```
    public func onChange(
        on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @isolated(any) @Sendable (Value) -> Void
    ) -> Watching {
        Watching(TunableValues(cell, of: tuner, after: cell.version), on: executor, body)
    }
}
