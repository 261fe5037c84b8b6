package import JSONCore
package import SystemCore

/// Who sends requests, as far as a method may know.
package protocol Peer: AnyObject {
    /// A number that no other peer of this server has or had.
    var number: UInt64 { get }

    /// Who runs the peer's process, as the kernel says.
    var credentials: PeerCredentials { get }

    /// What a service remembers about the peer.
    var session: AnyObject? { get set }

    /// Whether a fault in the line framing ends the connection; the peer's own wish.
    var closesOnFault: Bool { get set }

    /// How many reasons there are to keep a connection whose peer has ended its sending side.
    var keepers: Int { get set }

    /// Bytes that were said to the peer and that the kernel has not taken; a service decides how many are too many.
    var unsent: Int { get }

    /// Sends one message that was written whole; `false` when the peer is gone.
    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool
}
