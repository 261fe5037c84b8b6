import RPCCore

extension Peer {
    /// Whether the peer has more than 256 KiB of unsent messages.
    ///
    /// The daemon sends a slow peer no more notifications until it has read. Then the daemon merges the changes since.
    var isSlow: Bool { unsent > 256 << 10 }
}
