/// A stable name for a kind of error, and its code; other modules add their own.
package struct RPCErrorKind: Equatable, Sendable {
    /// The name that stands in `data.kind`.
    package let name: StaticString
    /// The JSON-RPC error code.
    package let code: Int

    /// Declares a kind.
    package init(_ name: StaticString, _ code: Int) {
        self.name = name
        self.code = code
    }

    package static func == (left: RPCErrorKind, right: RPCErrorKind) -> Bool {
        left.code == right.code
    }

    /// The text is no JSON.
    package static let parse = RPCErrorKind("parse", -32_700)
    /// The JSON is no request.
    package static let invalidRequest = RPCErrorKind("invalidRequest", -32_600)
    /// There is no such method.
    package static let methodNotFound = RPCErrorKind("methodNotFound", -32_601)
    /// A parameter is unknown, missing or of the wrong type.
    package static let invalidParams = RPCErrorKind("invalidParams", -32_602)
    /// The server failed by its own fault.
    package static let internalError = RPCErrorKind("internal", -32_603)
    /// Something is longer, deeper or more than a limit allows.
    package static let tooLarge = RPCErrorKind("tooLarge", -32_007)
    /// The server cannot do it now; later it may.
    package static let busy = RPCErrorKind("busy", -32_008)
}
