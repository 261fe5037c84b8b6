import JSONCore

/// The parameters of `initialize`.
struct InitializeParameters: OpenRecord {
    static let fields = JSONFieldTable<InitializeParameters>([
        .optional("processId", \.processID, "The process of the editor, after whose end the server ends."),
        .optional("clientInfo", \.client, "The editor."),
        .optional("rootUri", \.rootURI, "The root of the workspace."),
        .optional("workspaceFolders", \.workspaceFolders, "The roots of the workspace."),
        .optional("initializationOptions", \.options, "The options of this server."),
        .defaulted("capabilities", \.capabilities, "What the client supports."),
    ])

    var processID: Int64?
    var client: ClientRecord?
    var rootURI: String?
    var workspaceFolders: [WorkspaceRoot]?
    var options: InitializationOptions?
    var capabilities = JSON.null
}

/// An editor.
struct ClientRecord: OpenRecord {
    static let fields = JSONFieldTable<ClientRecord>([.required("name", \.name, "The name of the editor.")])

    var name = ""
}

/// A root of the workspace.
struct WorkspaceRoot: OpenRecord {
    static let fields = JSONFieldTable<WorkspaceRoot>([.required("uri", \.uri, "The URI of the directory.")])

    var uri = ""
}

/// The options of this server that a client sets.
struct InitializationOptions: OpenRecord {
    static let fields = JSONFieldTable<InitializationOptions>([
        .defaulted("lens", \.hasLens, "Whether to show a code lens with the last change of each key.")
    ])

    var hasLens = false
}
