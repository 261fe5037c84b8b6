import SourceEngine

/// The places of keys: where a key has its default, and all uses.
struct Navigation {
    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/definition") { (parameters: DocumentPositionParameters, reply) in
            guard let key = key(at: parameters) else { return reply.sendNull() }
            reply.send(
                KeyUses(state: state).locations(of: key) { document, use in
                    document.names(use) && use.defaultRange != nil
                }
            )
        }
        table.onRequest("textDocument/references") { (parameters: DocumentPositionParameters, reply) in
            guard let key = key(at: parameters) else { return reply.sendNull() }
            reply.send(KeyUses(state: state).locations(of: key) { isUse($1, in: $0) })
        }
    }

    /// Whether a use is one of a key, and not a text that looks like one.
    private func isUse(_ use: KeyUse, in document: OpenDocument) -> Bool {
        document.names(use) || state.live.knows(use.key)
    }

    private func key(at parameters: DocumentPositionParameters) -> String? {
        guard let document = state.documents[parameters.document.uri],
            let use = document.use(at: parameters.position, state.encoding), isUse(use, in: document)
        else { return nil }
        return use.key
    }
}
