package import JSONCore
package import SystemCore

/// The connected client, as methods see it.
package protocol Peer: AnyObject {
    /// A number that is unique among all peers of this server, past and present.
    var number: UInt64 { get }

    /// The user and the process of the peer, as the kernel reports them.
    var credentials: PeerCredentials { get }

    var server: RPCServer { get }

    /// The data that a service stores for the peer.
    var session: AnyObject? { get set }

    /// Whether a text that is not JSON, or is nested too deeply, ends the connection; chosen by the peer.
    var closesOnFault: Bool { get set }

    /// The number of reasons to keep the connection open after the peer has ended its sending side.
    var keepers: Int { get set }

    /// The number of bytes sent to the peer that the kernel has not accepted.
    ///
    /// Each service chooses its own limit.
    var unsent: Int { get }

    /// Calls `action` once, when the kernel has accepted everything that was sent so far.
    ///
    /// A later call by the same owner replaces `action`. If the connection closes first, `action` is never called.
    func whenSent(_ owner: AnyObject, _ action: @escaping () -> Void)

    /// Whether the response to the next request would be withheld, because an earlier response is.
    var isWithheld: Bool { get }

    /// Whether the present turn of the event loop has time left.
    var hasTime: Bool { get }

    /// Withholds responses, beginning with the response to the present request, until the server releases `number`.
    ///
    /// Releasing a higher number has the same effect. Responses stay in order, so later responses wait for the same
    /// number, or for a higher one that their handlers name. A lower number has no effect, nor has a number that was
    /// already released. A batch has one response, which waits for the highest number of its requests.
    func withhold(until number: UInt64)

    /// Closes the connection at the end of the turn, and drops all output that is not yet sent.
    func close()

    /// Sends one complete message, before all withheld responses; returns false if the connection has closed.
    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool

    /// Sends messages that are written when the peer can receive them, before all withheld responses.
    ///
    /// Later notifications and responses follow these messages. The server handles no request of the peer before it has
    /// written all of them.
    func send(lazily messages: any LazyMessages)
}
