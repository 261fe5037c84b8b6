package import SystemCore

/// Why a call has no result.
package enum ClientError: Error, Equatable {
    /// Nobody can be reached there.
    case unreachable(SystemError)
    /// Someone may be reached there, but who it is cannot be trusted.
    case distrusted(Distrust)
    /// No answer came in time; the server may still act on the call.
    case timedOut
    /// The server ended the connection.
    case closed
    /// What the server sent is no JSON-RPC.
    case garbled
    /// The server refused the call.
    case refused(RemoteError)
    /// The parameters hold a number that JSON cannot spell.
    case unwritable
}
