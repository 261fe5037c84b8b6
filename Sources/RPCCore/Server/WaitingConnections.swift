/// The connections whose answers wait for a number, so that nobody else is looked at when one is released.
struct WaitingConnections {
    /// The highest number released so far.
    private(set) var released: UInt64 = 0
    /// In any order; each knows its place.
    private var connections: [Connection] = []

    /// How many wait.
    var count: Int { connections.count }

    mutating func add(_ connection: Connection) {
        precondition(connection.placeAmongWaiting == nil, "a connection waits in one place")
        connection.placeAmongWaiting = connections.count
        connections.append(connection)
    }

    /// Forgets one that waits no more; the last takes its place.
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

    /// Takes all out, whatever they wait for.
    mutating func takeAll() -> [Connection] {
        let all = connections
        for connection in all {
            connection.placeAmongWaiting = nil
        }
        connections = []
        return all
    }
}
