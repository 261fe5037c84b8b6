/// The connections with withheld responses, so that a release examines only these connections.
struct WaitingConnections {
    private(set) var released: UInt64 = 0
    /// The connections, in any order; each stores its index.
    private var connections: [Connection] = []

    var count: Int { connections.count }

    mutating func add(_ connection: Connection) {
        precondition(connection.indexAmongWaiting == nil, "a connection waits in one list")
        connection.indexAmongWaiting = connections.count
        connections.append(connection)
    }

    /// Removes a connection, if it is here; the last connection moves to its index.
    mutating func remove(_ connection: Connection) {
        guard let index = connection.indexAmongWaiting, let last = connections.popLast() else { return }
        connection.indexAmongWaiting = nil
        if last !== connection {
            connections[index] = last
            last.indexAmongWaiting = index
        }
    }

    mutating func release(through number: UInt64) {
        released = max(released, number)
        var index = 0
        while index < connections.count {
            let connection = connections[index]
            connection.release(through: released)
            if connection.isWithheld {
                index += 1
            } else {
                remove(connection)
            }
        }
    }

    mutating func takeAll() -> [Connection] {
        let all = connections
        for connection in all {
            connection.indexAmongWaiting = nil
        }
        connections = []
        return all
    }
}
