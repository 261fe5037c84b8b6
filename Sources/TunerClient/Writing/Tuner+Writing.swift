import JSONCore

extension Tuner {
    /// Sends a request, and shows its values in this program until the response arrives.
    ///
    /// Afterwards the program reads what the daemon sent last: the new values, or the old values after a failure.
    nonisolated(nonsending) func write(
        _ request: WriteRequest,
        showing values: [(index: Int, value: JSON)]
    ) async throws(TunerError) {
        let indexes = values.map(\.index)
        let store = store
        let result: Result<Void, TunerError> = await withCheckedContinuation { task in
            let write = values.isEmpty ? 0 : store.begin(values)
            backend.send(request) { result in
                if !indexes.isEmpty { store.end(write, at: indexes) }
                task.resume(returning: result)
            }
        }
        try result.mapError(explained).get()
    }

    /// Sets the value of a tunable or the override of a flag; nil removes it.
    nonisolated(nonsending) func set(
        _ value: some Encodable,
        of subject: CellSubject,
        at index: Int,
        clamping: Bool = false,
        for duration: Duration?
    ) async throws(TunerError) {
        let json = try Tuner.json(of: value, for: subject.key)
        guard json == .null else {
            let request = WriteRequest(kind: .set([(subject, json)]), clamps: clamping, duration: duration)
            return try await write(request, showing: [(index, json)])
        }
        guard duration == nil else {
            throw .unencodable(key: subject.key, reason: "nil cannot be set with a duration")
        }
        try await write(WriteRequest(kind: .reset(subject)), showing: [])
    }

    /// Returns the JSON of a value to write.
    static func json<Value: Encodable>(of value: Value, for key: String) throws(TunerError) -> JSON {
        do {
            return try ValueEncoder.json(of: value)
        } catch {
            throw .unencodable(key: key, reason: Coding.reason(error))
        }
    }

    /// Sets several tunables in one commit, all or none.
    ///
    /// ```swift
    /// try await tuner.update { changes in
    ///     try changes.set(settings.$cornerRadius, to: 18)
    ///     try changes.set(settings.$title, to: "Round")
    /// }
    /// ```
    ///
    /// Other programs see all changes in one revision. This program reads the new values at once, and the old values
    /// again if the write fails. If a declaration does not allow one of the values, this program reads none of the new
    /// values until the daemon responds. An update without changes sends nothing. See `Tunable.set` for when the
    /// function returns.
    ///
    /// - Parameters:
    ///   - clamping: Whether the daemon replaces each illegal number with the nearest legal one, instead of refusing
    ///     it.
    ///   - duration: The time after which the old values return, or nil to keep the new values.
    ///   - changes: A closure that adds the values. If the closure throws, nothing is sent.
    /// - Throws: The error of the closure, or a `TunerError` as `Tunable.set` throws it.
    nonisolated(nonsending) public func update(
        clamping: Bool = false,
        for duration: Duration? = nil,
        _ changes: (inout TunableChanges) throws(TunerError) -> Void
    ) async throws(TunerError) {
        var collected = TunableChanges(tuner: self)
        try changes(&collected)
        try await send(collected, clamping: clamping, for: duration)
    }

    /// Sets several tunables in one commit, all or none, with a closure that may throw any error.
    ///
    /// A closure has this type if it contains `try` and does not declare `throws(TunerError)`.
    ///
    /// ```swift
    /// try await tuner.update(for: .seconds(5)) { try $0.set(settings.$title, to: "Wait") }
    /// ```
    ///
    /// - Parameters:
    ///   - clamping: Whether the daemon replaces each illegal number with the nearest legal one, instead of refusing
    ///     it.
    ///   - duration: The time after which the old values return, or nil to keep the new values.
    ///   - changes: A closure that adds the values. If the closure throws, nothing is sent.
    /// - Throws: The error of the closure, or a `TunerError` as `Tunable.set` throws it.
    nonisolated(nonsending) public func update(
        clamping: Bool = false,
        for duration: Duration? = nil,
        _ changes: (inout TunableChanges) throws -> Void
    ) async throws {
        var collected = TunableChanges(tuner: self)
        try changes(&collected)
        try await send(collected, clamping: clamping, for: duration)
    }

    nonisolated(nonsending) private func send(
        _ changes: TunableChanges,
        clamping: Bool,
        for duration: Duration?
    ) async throws(TunerError) {
        guard !changes.values.isEmpty else { return }
        let request = WriteRequest(
            kind: .set(changes.values.map { ($0.subject, $0.value) }),
            clamps: clamping,
            duration: duration
        )
        try await write(request, showing: changes.values.map { ($0.index, $0.value) })
    }
}
