package import HTTPCore

/// The limits of a server, for each connection and for all connections together.
package struct WebLimits: Equatable, Sendable {
    /// The limits of a connection.
    package var http = HTTPLimits()
    /// The limits of a WebSocket connection.
    package var webSocket = WebSocketLimits()
    /// The limit for the connections of all users.
    package var connections = 16_384
    /// The limit for the connections of one user; users other than that of the server have a lower one.
    package var connectionsPerUser = 12_288
    /// The limit for the connections to the daemon for `/rpc` and for long results.
    var pipes = 1_024
    /// The limit for the bytes of a request's body; a route can have a lower one.
    package var body = 8 << 20
    /// The limit for the bytes of all bodies that are received at a time; a single one is received in any case.
    var bodies = 256 << 20

    /// The bytes of a body that counts for no such limit.
    static let smallBody = 64 << 10
    /// How many refused connections may stay open so that the client can read why; any more are closed at once.
    static let refusedConnections = 64
    /// The limit for the time that a refused connection waits for its request.
    static let refusedTime: UInt64 = 2_000_000_000
    /// The limit for the connections of each other user than that of the server.
    static let connectionsPerOtherUser = 256
    /// The part of all connections that each other user may have.
    static let otherUserShare = 8
    /// The last connections, which only the server's user may have.
    static let reserved = 64
    /// The descriptors for everything else: files and listeners, and the other connections to the daemon, which are at
    /// most 64 each for calls, streams of events, and `watch` and `wait` of terminals.
    private static let otherDescriptors = 64 + 4 * 64

    /// The limits of a connection beyond a limit, which receives only the reason.
    var refusedHTTP: HTTPLimits {
        var limits = http
        limits.idleTime = WebLimits.refusedTime
        limits.headTime = WebLimits.refusedTime
        limits.sendTime = WebLimits.refusedTime
        return limits
    }

    package init() {}

    /// Lowers the limits of connections so that the process never runs out of descriptors.
    package mutating func boundConnections(byDescriptors most: Int) {
        let rest = most - WebLimits.otherDescriptors - WebLimits.refusedConnections
        pipes = max(1, min(pipes, rest / 4))
        connections = max(1, min(connections, rest - pipes))
        connectionsPerUser = min(connectionsPerUser, connections)
    }
}
