import JSONCore

extension Tunable {
    /// Writes a value for everybody; this program sees it at once, and no more if it is refused.
    ///
    /// ```swift
    /// try await settings.$cornerRadius.set(18)
    /// try await settings.$cornerRadius.set(99, clamping: true)         // 40
    /// try await settings.$cornerRadius.set(0, for: .seconds(5))        // and then what it was
    /// ```
    ///
    /// It returns when the daemon has it on disk, and has told everybody; after ten seconds without an answer it throws
    /// `outcomeUnknown`. Where no daemon is there it throws `notConnected`. A cancelled task waits all the same.
    nonisolated(nonsending) public func set(
        _ value: Value,
        clamping: Bool = false,
        for duration: Duration? = nil
    ) async throws(TunerError) {
        let json = try Tuner.json(of: value, for: key)
        let request = WriteRequest(kind: .set([(cell.subject, json)]), clamps: clamping, duration: duration)
        try await tuner.write(request, showing: [(place, json)])
    }

    /// Takes back what was set: the value comes from where it came before, at last from its default.
    ///
    /// ```swift
    /// try await settings.$cornerRadius.reset()
    /// ```
    nonisolated(nonsending) public func reset() async throws(TunerError) {
        try await tuner.write(WriteRequest(kind: .reset(cell.subject)), showing: [])
    }
}

extension Tunable where Value == Bool {
    /// Makes it the other one; this program sees that at once.
    ///
    /// ```swift
    /// try await settings.$showsGrid.toggle()
    /// ```
    nonisolated(nonsending) public func toggle(for duration: Duration? = nil) async throws(TunerError) {
        let request = WriteRequest(kind: .toggle(cell.subject), duration: duration)
        try await tuner.write(request, showing: [(place, .boolean(!cell.value))])
    }
}
