/// The diagnostics that the client has, and the documents whose diagnostics may have changed.
struct DiagnosticPublisher {
    private var published: [DocumentURI: [DiagnosticRecord]] = [:]
    private var due: [DocumentURI: OpenDocument] = [:]

    /// Records that the diagnostics of a document may have changed.
    mutating func note(_ document: OpenDocument) { due[document.uri] = document }

    /// Publishes the diagnostics that differ from the published ones.
    mutating func publish(to channel: ClientChannel, _ check: (OpenDocument) -> [DiagnosticRecord]) {
        for document in due.values {
            let diagnostics = check(document)
            guard diagnostics != published[document.uri] ?? [] else { continue }
            published[document.uri] = diagnostics
            send(document.uri, document.version, diagnostics, channel)
        }
        due = [:]
    }

    /// Removes the diagnostics of a document that was closed.
    mutating func forget(_ uri: DocumentURI, _ channel: ClientChannel) {
        due[uri] = nil
        guard published.removeValue(forKey: uri)?.isEmpty == false else { return }
        send(uri, nil, [], channel)
    }

    private func send(
        _ uri: DocumentURI,
        _ version: Int64?,
        _ diagnostics: [DiagnosticRecord],
        _ channel: ClientChannel
    ) {
        var parameters = PublishedDiagnostics()
        (parameters.uri, parameters.version, parameters.diagnostics) = (uri.text, version, diagnostics)
        channel.notify("textDocument/publishDiagnostics", parameters)
    }
}
