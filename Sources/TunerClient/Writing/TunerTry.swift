import TunerAPI

/// A pending try: changes that the daemon reverts at their end, unless they are confirmed.
///
/// The daemon reverts the changes also if this program has ended. If another client writes one of the values, that change
/// stays.
public struct TunerTry: Sendable {
    private let tuner: Tuner
    /// The number of the try, for `tunerctl confirm` and `tunerctl cancel`.
    public let number: Int64

    init(_ number: Int64, of tuner: Tuner) {
        self.number = number
        self.tuner = tuner
    }

    /// Makes the changes permanent.
    ///
    /// ```swift
    /// try await attempt.confirm()
    /// ```
    ///
    /// - Throws: `refused` if the try has ended, or another `TunerError`.
    nonisolated(nonsending) public func confirm() async throws(TunerError) {
        try await tuner.write(WriteRequest(kind: .confirm(number)), showing: [])
    }

    /// Reverts the changes now.
    ///
    /// ```swift
    /// try await attempt.cancel(reason: "p99 rose to 40 ms")
    /// ```
    ///
    /// - Parameter reason: The reason, which the history of the daemon shows.
    /// - Throws: `refused` if the try has ended, or another `TunerError`.
    nonisolated(nonsending) public func cancel(reason: String? = nil) async throws(TunerError) {
        try await tuner.write(WriteRequest(kind: .cancel(number, reason: reason)), showing: [])
    }
}

extension Tuner {
    /// Changes tunables and flags together for a time, all or none.
    ///
    /// ```swift
    /// let attempt = try await tuner.attempt(for: .seconds(600)) { changes in
    ///     try changes.set(settings.$cornerRadius, to: 18)
    ///     try changes.set(settings.$title, to: "Round")
    /// }
    /// print("keep it with: tunerctl confirm \(attempt.number)")
    /// ```
    ///
    /// The changes and their end are one commit of the daemon. A key can have one pending try. See `Tunable.set` for
    /// when the function returns.
    ///
    /// - Parameters:
    ///   - duration: The time after which the daemon reverts the changes.
    ///   - clamping: Whether the daemon replaces each illegal number with the nearest legal one, instead of refusing
    ///     it.
    ///   - changes: A closure that adds the changes. If the closure throws, nothing is sent.
    /// - Returns: The pending try.
    /// - Throws: The error of the closure, or a `TunerError` as `Tunable.set` throws it.
    nonisolated(nonsending) public func attempt(
        for duration: Duration,
        clamping: Bool = false,
        _ changes: (inout TryChanges) throws -> Void
    ) async throws -> TunerTry {
        var collected = TryChanges(tuner: self)
        try changes(&collected)
        let slot = ResponseSlot<Int64>()
        let values = collected.values
        let request = WriteRequest(
            kind: .attempt(values.map { ($0.subject, $0.value) }) { slot.set($0.id) },
            clamps: clamping,
            duration: duration
        )
        try await write(request, showing: values.map { ($0.index, $0.value) })
        guard let number = slot.value else { throw TunerError.outcomeUnknown }
        return TunerTry(number, of: self)
    }
}
