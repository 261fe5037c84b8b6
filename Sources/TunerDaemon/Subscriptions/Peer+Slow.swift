import RPCCore

extension Peer {
    /// Whether the peer has more than 256 KiB of unsent messages.
    ///
    /// A slow peer receives no notifications until it has read. Then it receives the merged changes.
    var isSlow: Bool { unsent > 256 << 10 }
}
