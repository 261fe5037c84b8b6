import JSONCore
import SourceEngine
import SystemCore

/// The state that all features share: the documents, the live values, and the client.
final class EditorState {
    let channel = ClientChannel()
    let documents = DocumentStore()
    let projects = ProjectFiles()
    let live: LiveState
    let clock: Clocks
    private(set) var client = ClientCapabilities()
    private(set) var encoding = PositionEncoding.utf16
    private(set) var options: EditorOptions
    /// The faults of project files that the client has received.
    private var shownFaults: Set<String> = []
    /// The color that a user has chosen, and that the document does not have yet.
    var pickedColor: PickedColor?
    /// The directories of the workspace.
    private(set) var roots: [String] = []
    private var throttle = RefreshThrottle()
    private var diagnostics = DiagnosticPublisher()
    /// Whether the diagnostics of all documents may have changed.
    private var mustCheck = false

    init(_ daemon: any DaemonCalls, _ options: EditorOptions, _ clock: Clocks) {
        (self.options, self.clock) = (options, clock)
        live = LiveState(daemon)
        live.whenChanged = { [unowned self] change in
            throttle.note()
            if change == .declarations { mustCheck = true }
        }
    }

    /// When ``advance()`` is due; nil if never.
    var deadline: MonotonicTime? { [throttle.deadline, live.deadline].compactMap(\.self).min() }

    /// Takes over what the client has sent with `initialize`.
    func begin(_ parameters: InitializeParameters) {
        client = ClientCapabilities(parameters.capabilities)
        encoding = client.supportsUTF8 ? .utf8 : .utf16
        if let options = parameters.options { self.options.hasLens = self.options.hasLens || options.hasLens }
        let folders = parameters.workspaceFolders.map { $0.map(\.uri) } ?? [parameters.rootURI].compactMap(\.self)
        roots = folders.compactMap { DocumentURI($0).path }
    }

    /// Subscribes to the keys in the documents, and sends the client what is due.
    func advance() {
        let now = clock.monotonic()
        if documents.takeKeyChange() { live.want(documents.wantedKeys) }
        live.advance(at: now)
        if throttle.take(at: now) {
            refresh()
            if mustCheck {
                for document in documents.all { diagnostics.note(document) }
            }
            mustCheck = false
        }
        for document in documents.takeChanged() { diagnostics.note(document) }
        diagnostics.publish(to: channel) { DocumentCheck(state: self).diagnostics(of: $0) }
    }

    /// Removes the diagnostics of a document that was closed.
    func forget(_ uri: DocumentURI) { diagnostics.forget(uri, channel) }

    /// Shows the user a fault, once.
    func warn(_ message: String) {
        guard shownFaults.insert(message).inserted else { return }
        channel.notify("window/showMessage", ["type": 2, "message": .string(message)] as JSON)
    }

    private func refresh() {
        guard documents.showsKeys else { return }
        if client.refreshesInlayHints { channel.request("workspace/inlayHint/refresh") }
        if options.hasLens, client.refreshesCodeLenses { channel.request("workspace/codeLens/refresh") }
    }

    func addHandlers(to table: inout HandlerTable) {
        DocumentSynchronization(state: self).add(to: &table)
        InlayHints(state: self).add(to: &table)
        Hovers(state: self).add(to: &table)
        Completions(state: self).add(to: &table)
        CodeActions(state: self).add(to: &table)
        ServerCommands(state: self).add(to: &table)
        DocumentColors(state: self).add(to: &table)
        Navigation(state: self).add(to: &table)
        Renaming(state: self).add(to: &table)
        CodeLenses(state: self).add(to: &table)
    }
}
