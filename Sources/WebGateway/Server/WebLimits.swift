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
    /// The limit for the bytes of a request's body; a route can have a lower one.
    package var body = 8 << 20

    /// How many refused connections may stay open so that the client can read why; any more are closed at once.
    static let refusedConnections = 64
    /// The limit for the time that a refused connection waits for its request.
    static let refusedTime: UInt64 = 2_000_000_000
    /// The limit for the connections of one user who is not the server's.
    static let connectionsPerOtherUser = 256
    /// The part of all connections that one user who is not the server's may have.
    static let otherUserShare = 8
    /// The last connections, which only the server's user may have.
    static let reserved = 64

    package init() {}

    /// Lowers the limit of connections so that the process never runs out of descriptors.
    package mutating func boundConnections(byDescriptors most: Int) {
        connections = max(1, min(connections, most - 64 - WebLimits.refusedConnections))
        connectionsPerUser = min(connectionsPerUser, connections)
    }
}
