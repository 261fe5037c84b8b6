package import SystemCore

/// The reason why a call has no result.
package enum ClientError: Error, Equatable {
    /// Connecting failed, or the socket failed later.
    case unreachable(SystemError)
    /// The client refuses to use the socket, because another user may control it.
    case distrusted(TrustFault)
    /// No response arrived in time.
    ///
    /// The server may still execute the call.
    case timedOut
    /// The server closed the connection.
    case closed
    /// The server sent something that is not JSON-RPC.
    case garbled
    /// The server responded with an error.
    case refused(RemoteError)
    /// The parameters hold a number that JSON cannot represent.
    case unwritable
}
