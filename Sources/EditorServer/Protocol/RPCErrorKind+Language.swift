import RPCCore

/// The kinds of errors that the Language Server Protocol adds to JSON-RPC.
extension RPCErrorKind {
    /// A request before `initialize`.
    static let notInitialized = RPCErrorKind("serverNotInitialized", -32_002)
    /// The client has cancelled the request.
    static let requestCancelled = RPCErrorKind("requestCancelled", -32_800)
    /// The request is valid, and cannot be executed.
    static let requestFailed = RPCErrorKind("requestFailed", -32_803)
}
