package import JSONCore
package import SystemCore

/// Who sends requests, as far as a method may know.
package protocol Peer: AnyObject {
    /// A number that no other peer of this server has or had.
    var number: UInt64 { get }

    /// Who runs the peer's process, as the kernel says.
    var credentials: PeerCredentials { get }

    /// The server that the peer is connected to.
    var server: Server { get }

    /// What a service remembers about the peer.
    var session: AnyObject? { get set }

    /// Whether a fault in the line framing ends the connection; the peer's own wish.
    var closesOnFault: Bool { get set }

    /// How many reasons there are to keep a connection whose peer has ended its sending side.
    var keepers: Int { get set }

    /// Bytes that were said to the peer and that the kernel has not taken; a service decides how many are too many.
    var unsent: Int { get }

    /// Does something, once, when the kernel has taken everything that was said so far; a peer that is gone takes nothing.
    ///
    /// What the same owner asked for before is forgotten.
    func whenTaken(_ owner: AnyObject, _ action: @escaping () -> Void)

    /// Whether the answer to a request that comes now would be withheld, since one before it was.
    var isWithheld: Bool { get }

    /// Whether the present turn has time for more than a short answer.
    var hasTime: Bool { get }

    /// Shows nothing of what the peer is answered, from the answer to the present request on, before the server releases
    /// this number or a higher one.
    ///
    /// Answers stay in order: the next one waits for the same number, unless its handler names a higher one; a lower one
    /// changes nothing, nor does one that was released already. A batch, which is one answer, waits for the highest of its
    /// requests.
    func withhold(until number: UInt64)

    /// Closes the connection at the end of the turn; the peer has no chance to read why.
    func close()

    /// Sends one message that was written whole, ahead of answers that are withheld; `false` when the peer is gone.
    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool

    /// Sends messages that are written when the peer can take them, ahead of answers that are withheld.
    ///
    /// What is sent or answered later follows them. No request of the peer is handled before all of them are written.
    func send(lazily messages: any LazyMessages)
}
