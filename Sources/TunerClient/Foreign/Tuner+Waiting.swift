package import JSONCore
import SystemCore

/// The functions that wait on the calling thread, for libraries of other languages.
extension Tuner {
    /// Sends a request, shows its values until the response arrives, and waits for the response.
    func perform(_ request: WriteRequest, showing values: [(index: Int, value: JSON)]) throws(TunerError) {
        try waiting { finish in send(request, showing: values, finish) }
    }

    /// Sets values in one commit, and waits for the response.
    package func perform(_ changes: [ForeignChange]) throws(TunerError) {
        guard !changes.isEmpty else { return }
        let request = WriteRequest(kind: .set(changes.map { ($0.subject, $0.json) }))
        try perform(request, showing: changes.map { ($0.index, $0.json) })
    }

    /// Calls a method of the daemon, and waits for the result.
    package func perform(_ method: String, _ parameters: JSON) throws(TunerError) -> JSON {
        let slot = ResponseSlot<JSON>()
        try perform(WriteRequest(kind: .call(method, parameters, slot.set)), showing: [])
        guard let result = slot.value else { throw .outcomeUnknown }
        return result
    }

    /// Waits until the daemon has accepted all declarations and their values can be read.
    package func waitUntilReady(timeout: Duration) throws(TunerError) {
        let deadline = Kernel.monotonicTime() + timeout
        try waiting { backend.wait(ReadyWait(deadline: deadline, timeout: timeout, finish: $0)) }
    }

    /// Closes the connection, and waits until it is closed.
    package func closeAndWait() {
        try? waiting { finish in backend.close { finish(.success(())) } }
    }

    /// Waits for the result that a closure passes on later.
    private func waiting(
        _ body: (@escaping @Sendable (Result<Void, TunerError>) -> Void) -> Void
    ) throws(TunerError) {
        let slot = ResponseSlot<Result<Void, TunerError>>()
        let doorbell = Doorbell()
        body { result in
            slot.set(result)
            doorbell.ring()
        }
        while true {
            if let result = slot.value { return try result.mapError(explained).get() }
            doorbell.wait()
        }
    }

    // MARK: The connection

    /// Why the tuner is not connected; nil if no daemon listens, and with a connection.
    package var lossReason: String? { status.lossReason }

    /// Whether the tuner is connected; reading this starts no pings.
    package var isConnected: Bool { status.current(watching: false).connection == .connected }

    /// Calls a closure after each change of the connection, on the thread that noticed it; the closure must not wait.
    package func addConnectionListener(_ listener: @escaping @Sendable () -> Void) -> UInt64 {
        status.addListener(listener)
    }

    /// Removes a listener; a change that has begun may still call it.
    package func removeConnectionListener(_ id: UInt64) { status.removeListener(id) }
}
