/// The decision which users may open another connection: a value that counts the connections it admitted.
struct Admission {
    private let limits: ServerLimits
    /// Admitted connections that are open, of all users.
    private(set) var count = 0
    /// The same by user.
    private var countByUser: [UInt32: Int] = [:]

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Counts a connection of a user, or returns the limit that refuses it.
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

    /// Gives back the place of an admitted connection that has closed.
    mutating func release(_ user: UInt32) {
        guard let left = countByUser[user] else { return }
        count -= 1
        countByUser[user] = left == 1 ? nil : left - 1
    }
}
