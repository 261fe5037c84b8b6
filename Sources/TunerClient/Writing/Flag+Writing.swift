extension Flag {
    /// Overrides the flag with a value, for all programs and all contexts.
    ///
    /// This flag shows the value at once, and shows the old value again if the write fails. See `Tunable.set` for when
    /// the function returns.
    ///
    /// ```swift
    /// try await features.$darkMode.set(true, for: .seconds(60))
    /// ```
    ///
    /// Nil is the absence of a value: `set(nil)` removes the override, as `reset()` does. Nil cannot be set for a time.
    ///
    /// - Parameters:
    ///   - value: The value of the override.
    ///   - duration: The time after which the override ends, or nil for no end.
    /// - Throws: `TunerError` if the daemon did not set the override, or if this is not known.
    nonisolated(nonsending) public func set(_ value: Value, for duration: Duration? = nil) async throws(TunerError) {
        try await tuner.set(value, of: cell.subject, at: index, for: duration)
    }

    /// Removes the override, so that the daemon evaluates the targeting rules again.
    ///
    /// ```swift
    /// try await features.$darkMode.reset()
    /// ```
    nonisolated(nonsending) public func reset() async throws(TunerError) {
        try await tuner.write(WriteRequest(kind: .reset(cell.subject)), showing: [])
    }
}

extension Flag where Value == Bool {
    /// Overrides a boolean flag with the opposite of its value: `try await features.$darkMode.toggle()`.
    nonisolated(nonsending) public func toggle(for duration: Duration? = nil) async throws(TunerError) {
        try await set(!cell.value, for: duration)
    }
}
