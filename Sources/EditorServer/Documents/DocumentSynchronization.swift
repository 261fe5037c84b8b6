import JSONCore

/// The notifications with which the client sends the content of its open documents.
struct DocumentSynchronization {
    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onNotification("textDocument/didOpen") { (parameters: OpenDocumentParameters) in
            let project = state.projects.project(of: DocumentURI(parameters.document.uri))
            if let fault = project.fault { state.warn("\(fault.path.shownWhole) \(fault.text)") }
            state.documents.open(OpenDocument(parameters.document, project.reader))
        }
        table.onNotification("textDocument/didChange") { (parameters: ChangeDocumentParameters) in
            guard let document = state.documents[parameters.document.uri] else { return }
            document.change(parameters.changes, state.encoding, version: parameters.document.version)
            state.documents.noteChange(of: document.uri)
            DocumentColors(state: state).setPicked(in: document)
        }
        table.onNotification("textDocument/didClose") { (parameters: DocumentParameters) in
            let uri = DocumentURI(parameters.document.uri)
            state.documents.close(uri)
            state.forget(uri)
        }
    }
}
