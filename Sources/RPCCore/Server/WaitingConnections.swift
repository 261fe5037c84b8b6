/// The connections with withheld responses, so that a release examines only these connections.
struct WaitingConnections {
    private(set) var released: UInt64 = 0
    /// The connections, in any order; each stores its index.
    private var connections: [Connection] = []

    var count: Int { connections.count }

    mutating func add(_ connection: Connection) {
        precondition(connection.placeAmongWaiting == nil, "a connection waits in one place")
        connection.placeAmongWaiting = connections.count
        connections.append(connection)
    }

    /// Removes a connection, if it is here; the last connection moves to its index.
    mutating func remove(_ connection: Connection) {
        guard let place = connection.placeAmongWaiting, let last = connections.popLast() else { return }
        connection.placeAmongWaiting = nil
        if last !== connection {
            connections[place] = last
            last.placeAmongWaiting = place
        }
    }

    mutating func release(through number: UInt64) {
        released = max(released, number)
        var place = 0
        while place < connections.count {
            let connection = connections[place]
            connection.release(through: released)
            if connection.isWithheld {
                place += 1
            } else {
                remove(connection)
            }
        }
    }

    mutating func takeAll() -> [Connection] {
        let all = connections
        for connection in all {
            connection.placeAmongWaiting = nil
        }
        connections = []
        return all
    }
}
