/// The limits of a server, for each peer and for all peers together.
package struct ServerLimits: Sendable, Equatable {
    /// The limits of one message.
    package var framing = FramingLimits()
    /// The limit for the bytes of one message from an unprivileged user, if lower than that of ``framing``.
    package var unprivilegedMessage = Int.max
    /// The limit for the requests in one batch.
    package var batch = 1_024
    /// The limit for the connections of all users.
    package var connections = 8_192
    /// The limit for the connections of one user.
    package var connectionsPerUser = 4_096
    /// The users for whom the last connections are reserved, and who may send the longest messages.
    package var privilegedUsers: Set<UInt32> = []
    /// How many refused connections may stay open so that the peer can read why.
    ///
    /// Any more are closed at once.
    package var refusedConnections = 64
    /// The limit for the bytes of memory for received input, of all connections.
    ///
    /// Beyond it, the server ends the connection with the largest input.
    package var unreadInput = 256 << 20
    /// The limit for the bytes of responses that one peer has not received.
    ///
    /// Beyond it, the server stops reading from the peer.
    package var unsentResponses = 1 << 20
    /// The limit for the bytes of notifications that one peer has not received.
    ///
    /// Beyond it, the server closes the connection.
    package var unsentNotifications = 8 << 20
    /// The limit for the time between the first and the last byte of a message.
    package var messageTime = Duration.seconds(60)
    /// The limit for the bytes that are received and discarded after a final error, so that the peer can read the
    /// error.
    package var discardedInput = 64 << 20
    /// How long received bytes are discarded after a final error, once the kernel has accepted all output.
    package var discardTime = Duration.seconds(5)

    package init() {}

    /// Returns the message limits of a user.
    func framing(for user: UInt32) -> FramingLimits {
        var limits = framing
        if !privilegedUsers.contains(user) {
            limits.message = min(limits.message, unprivilegedMessage)
        }
        return limits
    }

    /// The limit for ``reservedConnections``.
    private static let maxReserved = 64

    /// How many of ``connections`` only privileged users may open: at most half of them.
    package var reservedConnections: Int {
        privilegedUsers.isEmpty ? 0 : min(ServerLimits.maxReserved, connections / 2)
    }
}
