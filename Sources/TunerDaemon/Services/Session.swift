/// What the daemon remembers of a connection besides who runs the peer.
final class Session {
    /// What the client calls itself.
    var client: String?
    /// The version it said.
    var version: String?
}
