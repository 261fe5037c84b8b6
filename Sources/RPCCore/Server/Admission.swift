/// The admitted connections by user; decides whether a user may open another connection.
struct Admission {
    private let limits: ServerLimits
    /// The number of admitted connections that are open, of all users.
    private(set) var count = 0
    private var countByUser: [UInt32: Int] = [:]

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Counts a connection of a user and returns nil, or returns the limit that refuses the connection.
    mutating func admit(_ user: UInt32) -> LimitFault? {
        guard count < limits.connections else { return .connections(limits.connections) }
        let reserve = limits.reservedConnections
        if count >= limits.connections - reserve, !limits.privilegedUsers.contains(user) {
            return .reservedConnections(limits.connections, reserved: reserve)
        }
        guard countByUser[user, default: 0] < limits.connectionsPerUser else {
            return .connectionsPerUser(limits.connectionsPerUser, user: user)
        }
        count += 1
        countByUser[user, default: 0] += 1
        return nil
    }

    /// Uncounts an admitted connection that has closed.
    mutating func release(_ user: UInt32) {
        guard let left = countByUser[user] else { return }
        count -= 1
        countByUser[user] = left == 1 ? nil : left - 1
    }
}
