/// A kind of error, with a stable name and a code; other modules add their own kinds.
package struct RPCErrorKind: Equatable, Sendable {
    /// The value of `data.kind`.
    package let name: StaticString
    package let code: Int

    package init(_ name: StaticString, _ code: Int) {
        self.name = name
        self.code = code
    }

    package static func == (left: RPCErrorKind, right: RPCErrorKind) -> Bool {
        left.code == right.code
    }

    /// The text is not JSON.
    package static let parse = RPCErrorKind("parse", -32_700)
    /// The JSON text is not a request.
    package static let invalidRequest = RPCErrorKind("invalidRequest", -32_600)
    package static let methodNotFound = RPCErrorKind("methodNotFound", -32_601)
    /// A parameter is unknown, missing or of the wrong type.
    package static let invalidParams = RPCErrorKind("invalidParams", -32_602)
    /// The server has an internal fault.
    package static let internalError = RPCErrorKind("internal", -32_603)
    /// A length, a depth or a number exceeds a limit.
    package static let tooLarge = RPCErrorKind("tooLarge", -32_007)
    /// The server cannot execute the request now; a retry may succeed.
    package static let busy = RPCErrorKind("busy", -32_008)
}
