import JSONCore

extension Tuner {
    /// Has something written; what is known of its outcome is there at once, and taken back where it is refused.
    nonisolated(nonsending) func write(
        _ request: WriteRequest,
        showing values: [(place: Int, value: JSON)]
    ) async throws(TunerError) {
        let places = values.map(\.place)
        let store = store
        let result: Result<Void, TunerError> = await withCheckedContinuation { task in
            let write = values.isEmpty ? 0 : store.begin(values)
            backend.send(request) { result in
                if !places.isEmpty { store.end(write, at: places) }
                task.resume(returning: result)
            }
        }
        try result.get()
    }

    /// The JSON of a value that is to be written.
    static func json<Value: Encodable>(of value: Value, for key: String) throws(TunerError) -> JSON {
        do {
            return try ValueEncoder.json(of: value)
        } catch {
            throw .unencodable(key: key, reason: Coding.reason(error))
        }
    }

    /// Writes several tunables, all or none.
    ///
    /// ```swift
    /// try await tuner.update { changes in
    ///     try changes.set(settings.$cornerRadius, to: 18)
    ///     try changes.set(settings.$title, to: "Round")
    /// }
    /// ```
    ///
    /// Everybody sees them in one revision; this program at once, until they are refused.
    nonisolated(nonsending) public func update(
        clamping: Bool = false,
        for duration: Duration? = nil,
        _ changes: (inout TunableChanges) throws(TunerError) -> Void
    ) async throws(TunerError) {
        var collected = TunableChanges(tuner: self)
        try changes(&collected)
        guard !collected.values.isEmpty else { return }
        let request = WriteRequest(
            kind: .set(collected.values.map { ($0.subject, $0.value) }),
            clamps: clamping,
            duration: duration
        )
        try await write(request, showing: collected.values.map { ($0.place, $0.value) })
    }
}
