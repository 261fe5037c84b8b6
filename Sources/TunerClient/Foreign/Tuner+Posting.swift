import JSONCore

/// The functions that do not wait for the response, for libraries of other languages.
extension Tuner {
    /// Receives why a write has failed, and why there is no connection; no error if the daemon has stored the write.
    package typealias PostedEnd = @Sendable (_ error: TunerError?, _ lossReason: String?) -> Void

    /// Sets values in one commit without waiting; calls `finish` once, on any thread.
    ///
    /// `finish` must not wait.
    package func post(_ changes: [ForeignChange], _ finish: @escaping PostedEnd) {
        guard !changes.isEmpty else { return finish(nil, nil) }
        let request = WriteRequest(kind: .set(changes.map { ($0.subject, $0.json) }))
        post(request, showing: changes.map { ($0.index, $0.json) }, finish)
    }

    /// Sends a request without waiting; calls `finish` once.
    func post(_ request: WriteRequest, showing values: [(index: Int, value: JSON)], _ finish: @escaping PostedEnd) {
        let status = status
        send(request, showing: values) { result in
            switch result {
            case .success: finish(nil, nil)
            case .failure(let error): finish(error, error == .notConnected ? status.lossReason : nil)
            }
        }
    }

    /// Sends a request, and shows its values until the response arrives; calls `finish` once.
    func send(
        _ request: WriteRequest,
        showing values: [(index: Int, value: JSON)],
        _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void
    ) {
        let indexes = values.map(\.index)
        let write = values.isEmpty ? 0 : store.begin(values)
        let store = store
        backend.send(request) { result in
            if !indexes.isEmpty { store.end(write, at: indexes) }
            finish(result)
        }
    }
}
