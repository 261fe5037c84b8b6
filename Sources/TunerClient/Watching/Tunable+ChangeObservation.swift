extension Tunable {
    /// The current value, then each change.
    ///
    /// ```swift
    /// for await radius in settings.$cornerRadius.values { layer.cornerRadius = radius }
    /// ```
    public var values: TunableValues<Value> { TunableValues(cell, of: tuner) }

    /// Runs a closure after each change of the tunable, until the returned object is released.
    ///
    /// An isolated closure runs on its actor, such as `@MainActor`. A closure without isolation runs on `executor`, or
    /// on the default executor. If several changes arrive while the closure runs, its next call receives only the
    /// newest value.
    ///
    /// ```swift
    /// watch = settings.$cornerRadius.onChange { @MainActor radius in layer.cornerRadius = radius }
    /// ```
    ///
    /// - Parameters:
    ///   - executor: The executor for a closure without isolation.
    ///   - body: The closure, called with the new value. The first call is for the first change, not for the current
    ///     value.
    /// - Returns: An object that stops the calls when it is released or cancelled.
    public func onChange(
        on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @isolated(any) @Sendable (Value) -> Void
    ) -> ChangeObservation {
        ChangeObservation(TunableValues(cell, of: tuner, after: cell.announced), on: executor, body)
    }
}

extension Flag {
    /// The current value, then each change.
    ///
    /// ```swift
    /// for await isDark in features.$darkMode.values { window.isDark = isDark }
    /// ```
    public var values: TunableValues<Value> { TunableValues(cell, of: tuner) }

    /// Runs a closure after each change of the flag, until the returned object is released.
    ///
    /// See `Tunable.onChange` for where the closure runs.
    ///
    /// ```swift
    /// watch = features.$darkMode.onChange { @MainActor isDark in window.isDark = isDark }
    /// ```
    ///
    /// - Parameters:
    ///   - executor: The executor for a closure without isolation.
    ///   - body: The closure, called with the new value. The first call is for the first change, not for the current
    ///     value.
    /// - Returns: An object that stops the calls when it is released or cancelled.
    public func onChange(
        on executor: (any TaskExecutor)? = nil,
        _ body: @escaping @isolated(any) @Sendable (Value) -> Void
    ) -> ChangeObservation {
        ChangeObservation(TunableValues(cell, of: tuner, after: cell.announced), on: executor, body)
    }
}
