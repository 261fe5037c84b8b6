extension Tuner {
    /// Runs a closure in which `Tuner.shared` is another tuner, for tests.
    ///
    /// The replacement applies to this task and its child tasks. A declaration keeps the tuner with which it was
    /// created.
    ///
    /// ```swift
    /// await Tuner.withShared(.preview(values: ["ui.cornerRadius": 18])) {
    ///     #expect(Settings().cornerRadius == 18)
    /// }
    /// ```
    public static func withShared<Result>(_ tuner: Tuner, _ body: () throws -> Result) rethrows -> Result {
        try $replacement.withValue(tuner) { try body() }
    }

    /// Runs an asynchronous closure in which `Tuner.shared` is another tuner, for tests.
    ///
    /// ```swift
    /// await Tuner.withShared(.preview()) { await tuner.close() }
    /// ```
    nonisolated(nonsending) public static func withShared<Result>(
        _ tuner: Tuner,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $replacement.withValue(tuner) { try await body() }
    }
}
