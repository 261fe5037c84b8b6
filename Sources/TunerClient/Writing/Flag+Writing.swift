import JSONCore

extension Flag {
    /// Forces the flag to a value, for everybody and every context; this program sees it at once, and no more if it is
    /// refused.
    ///
    /// ```swift
    /// try await features.$darkMode.set(true, for: .seconds(60))
    /// ```
    nonisolated(nonsending) public func set(_ value: Value, for duration: Duration? = nil) async throws(TunerError) {
        let json = try Tuner.json(of: value, for: key)
        let request = WriteRequest(kind: .set([(cell.subject, json)]), duration: duration)
        try await tuner.write(request, showing: [(place, json)])
    }

    /// Forces it no more: its rules count again.
    ///
    /// ```swift
    /// try await features.$darkMode.reset()
    /// ```
    nonisolated(nonsending) public func reset() async throws(TunerError) {
        try await tuner.write(WriteRequest(kind: .reset(cell.subject)), showing: [])
    }
}

extension Flag where Value == Bool {
    /// Forces it to the other one: `try await features.$darkMode.toggle()`.
    nonisolated(nonsending) public func toggle(for duration: Duration? = nil) async throws(TunerError) {
        try await set(!cell.value, for: duration)
    }
}
