package import RPCCore
package import SystemCore

/// The reason why a link has no connection.
package enum LinkFault: Error, Equatable {
    /// The address is not the path of a socket.
    case noAddress(UnixAddress.Fault)
    /// Connecting failed, the connection ended, or the daemon refused the greeting.
    case client(ClientError)
    /// The daemon speaks this version of the protocol, and not the client's version.
    case otherProtocol(Int64)
    /// The caller has dropped the connection.
    case dropped
}
