package import NetworkCore

/// The open connections by owner; decides whether an owner may open another connection.
package struct ConnectionQuota {
    private let connections: Int
    private let connectionsPerUser: Int
    private let connectionsPerOtherUser: Int
    private let user: UInt32
    /// The number of open connections.
    package private(set) var count = 0
    private var countByOwner: [SocketOwner: Int] = [:]

    /// Creates the quota of a server that runs as a user.
    package init(_ limits: WebLimits, user: UInt32) {
        connections = limits.connections
        connectionsPerUser = limits.connectionsPerUser
        let share = max(1, limits.connections / WebLimits.otherUserShare)
        connectionsPerOtherUser = min(connectionsPerUser, share, WebLimits.connectionsPerOtherUser)
        self.user = user
    }

    /// Counts a connection, or returns false.
    package mutating func admit(_ owner: SocketOwner) -> Bool {
        let reserved = owner == .user(user) ? 0 : min(WebLimits.reserved, connections / 2)
        guard count < connections - reserved, countByOwner[owner, default: 0] < limit(of: owner) else { return false }
        count += 1
        countByOwner[owner, default: 0] += 1
        return true
    }

    private func limit(of owner: SocketOwner) -> Int {
        switch owner {
        // Where the system reports no owners, every client may be the server's user.
        case .user(user), .unknown: connectionsPerUser
        case .user, .gone: connectionsPerOtherUser
        }
    }

    /// Uncounts an admitted connection that has closed.
    package mutating func release(_ owner: SocketOwner) {
        guard let left = countByOwner[owner] else { return }
        count -= 1
        countByOwner[owner] = left == 1 ? nil : left - 1
    }
}
