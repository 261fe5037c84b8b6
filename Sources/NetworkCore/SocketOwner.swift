/// The user whose process has the other end of a connection.
package enum SocketOwner: Hashable, Sendable {
    case user(UInt32)
    /// No process has the other end: it was closed, or it is not on this machine.
    case gone
    /// This system reports no owners.
    case unknown
}
