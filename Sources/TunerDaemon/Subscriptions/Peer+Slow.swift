import RPCCore

extension Peer {
    /// Whether it has left so much unread that it is told nothing more until it has read, and then what is newest.
    var isSlow: Bool { unsent > 256 << 10 }
}
