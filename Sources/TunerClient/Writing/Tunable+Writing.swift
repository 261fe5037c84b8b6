import JSONCore

extension Tunable {
    /// Sets the value for all programs.
    ///
    /// This program reads the value at once, and reads the daemon's value again if the write fails. A value that the
    /// declaration does not allow is never read: it is sent, and the program keeps its value until the daemon responds.
    ///
    /// ```swift
    /// try await settings.$cornerRadius.set(18)
    /// try await settings.$cornerRadius.set(99, clamping: true)
    /// print(settings.cornerRadius)
    /// // Prints "40.0"
    /// try await settings.$cornerRadius.set(0, for: .seconds(5))        // then back to the old value
    /// ```
    ///
    /// The function returns when the daemon has stored the value and has sent it to this program. By default the daemon
    /// stores it on disk first. While the tuner connects for the first time, the write waits up to two seconds for that
    /// connection. Cancelling the task does not cancel the write.
    ///
    /// Nil is the absence of a value: `set(nil)` removes the value, as `reset()` does. Nil cannot be set for a time.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - clamping: Whether the daemon replaces an illegal number with the nearest legal one, instead of refusing it.
    ///   - duration: The time after which the old value returns, or nil to keep the new value.
    /// - Throws: `notConnected` without a daemon, `refused` if the daemon refuses the value, `outcomeUnknown` without a
    ///   response after ten seconds, or another `TunerError`.
    nonisolated(nonsending) public func set(
        _ value: Value,
        clamping: Bool = false,
        for duration: Duration? = nil
    ) async throws(TunerError) {
        try await tuner.set(value, of: cell.subject, at: index, clamping: clamping, for: duration)
    }

    /// Removes the value that was set.
    ///
    /// The daemon then takes the value from a layer, or uses the default. This program reads that value when the
    /// function returns.
    ///
    /// ```swift
    /// try await settings.$cornerRadius.reset()
    /// ```
    nonisolated(nonsending) public func reset() async throws(TunerError) {
        try await tuner.write(WriteRequest(kind: .reset(cell.subject)), showing: [])
    }
}

extension Tunable where Value == Bool {
    /// Sets a boolean tunable to the opposite of its value.
    ///
    /// This program reads the new value at once.
    ///
    /// ```swift
    /// try await settings.$showsGrid.toggle()
    /// ```
    nonisolated(nonsending) public func toggle(for duration: Duration? = nil) async throws(TunerError) {
        let request = WriteRequest(kind: .toggle(cell.subject), duration: duration)
        try await tuner.write(request, showing: [(index, .boolean(!cell.value))])
    }
}
