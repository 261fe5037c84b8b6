/// How much a server takes from its peers, all together and each.
package struct ServerLimits: Sendable, Equatable {
    /// One message.
    package var framing = FramingLimits()
    /// Bytes of one message of a user who is not privileged, where that is less than others may send.
    package var unprivilegedMessage = Int.max
    /// Requests in one batch.
    package var batch = 1_024
    /// Connections of all users.
    package var connections = 8_192
    /// Connections of one user.
    package var connectionsPerUser = 4_096
    /// Users for whom the last connections of all are reserved, and whose messages may be longest.
    package var privilegedUsers: Set<UInt32> = []
    /// Connections refused for being too many that may stay to read why; those beyond are closed at once.
    package var refusedConnections = 64
    /// Memory for what was received and not handled, of all connections; beyond it the one that takes the most ends.
    package var unreadInput = 256 << 20
    /// Bytes of answers that one peer has not taken; beyond it nothing more is read from that peer.
    package var unsentAnswers = 1 << 20
    /// Bytes of notifications that one peer has not taken; beyond it the connection ends.
    package var unsentNotifications = 8 << 20
    /// How long a message may take from its first byte to its last.
    package var messageTime = Duration.seconds(60)
    /// What is read and thrown away after a fatal fault, so that the peer can read why.
    package var discardedInput = 64 << 20
    /// How long input is thrown away after a fatal fault, once all answers were handed over.
    package var discardTime = Duration.seconds(5)

    /// The defaults.
    package init() {}

    /// Returns the limits of the messages of a user.
    func framing(for user: UInt32) -> FramingLimits {
        var limits = framing
        if !privilegedUsers.contains(user) {
            limits.message = min(limits.message, unprivilegedMessage)
        }
        return limits
    }

    /// At most so many of all connections are reserved for privileged users.
    private static let mostReserved = 64

    /// How many of ``connections`` only privileged users may open; half, where ``connections`` is small.
    package var reservedConnections: Int {
        privilegedUsers.isEmpty ? 0 : min(ServerLimits.mostReserved, connections / 2)
    }
}
