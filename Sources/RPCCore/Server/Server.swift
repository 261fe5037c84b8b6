import JSONCore
package import SystemCore

/// Serves a table of methods to all who connect: owns the listeners, the connections and what they share.
///
/// As long as it has listeners or connections the loop holds it, and it serves, whoever else lets go of it; without, the
/// loop holds nothing of it. Who lets go of a loop stops listening and closes all connections first.
package final class Server {
    /// What peers may ask for.
    package let methods: MethodTable

    /// How the methods have fared, in the table's order.
    package private(set) var statistics: [MethodStatistics]

    /// How much peers may demand.
    package let limits: ServerLimits

    /// The loop that everything runs on.
    package let loop: EventLoop

    /// Memory taken by what was received and not handled, of all connections.
    package internal(set) var unreadInput = 0

    /// Connections refused because there were too many.
    package private(set) var refused: UInt64 = 0

    let dispatcher: Dispatcher
    let shared = SharedBuffers()
    private(set) var connections: [UInt64: Connection] = [:]
    /// Those that were refused and stay to read why; they take nobody's place.
    private var refusedConnections: Set<UInt64> = []
    private var admission: Admission
    private var listeners: [Listener] = []
    private var nextNumber: UInt64 = 1
    private var dirty: [Connection] = []
    /// What the loop does for the server at the end of a turn, while there are listeners or connections.
    private var flush: EventLoop.FlushID?
    /// Set once the server ends, and from then on.
    var ending: ServerEnd?
    /// The calls of this turn; lent to the connection that is served.
    var counts: CallCounts
    /// Whose answers are withheld.
    var waiting = WaitingConnections()

    /// Called when a connection has closed, for services that remember peers.
    package var whenClosed: ((any Peer) -> Void)?

    /// Makes a server without listeners.
    package init(methods: MethodTable, limits: ServerLimits = ServerLimits(), loop: EventLoop) {
        self.methods = methods
        self.limits = limits
        self.loop = loop
        statistics = [MethodStatistics](repeating: MethodStatistics(), count: methods.methods.count)
        counts = CallCounts(methods: methods.methods.count, pulse: loop.pulse)
        dispatcher = Dispatcher(methods: methods)
        admission = Admission(limits: limits)
    }

    /// How many connections there are, those that are being refused too.
    package var connectionCount: Int { connections.count }

    /// Who is connected.
    package var peers: [any Peer] { connections.values.map { $0 } }

    /// How many connections are served.
    package var servedCount: Int { admission.count }

    /// Accepts connections from a socket that listens and does not block.
    package func listen(on socket: consuming Descriptor) throws(SystemError) {
        listeners.append(try Listener(socket, server: self))
        joinLoop()
    }

    /// Stops accepting; those who are connected stay.
    package func stopListening() throws(SystemError) {
        for listener in listeners {
            try listener.close()
        }
        listeners = []
        leaveLoopIfUnused()
    }

    /// Closes all connections at the end of the turn, without sending anything more.
    package func closeAll() {
        for connection in connections.values {
            connection.close()
        }
    }

    /// Serves a connected stream; a server that ends lets go of it.
    package func serve(_ stream: any ByteStream, credentials: PeerCredentials) throws(SystemError) {
        guard ending == nil else { return }
        let fault = admission.admit(credentials.uid)
        if fault != nil {
            refused += 1
            guard refusedConnections.count < limits.refusedConnections else { return }
        }
        let connection = Connection(stream, number: nextNumber, credentials: credentials, server: self)
        nextNumber += 1
        connections[connection.number] = connection
        if fault != nil {
            refusedConnections.insert(connection.number)
        }
        joinLoop()
        do {
            try connection.begin()
        } catch {
            forget(connection)
            throw error
        }
        if let fault {
            connection.end(with: RPCError(fault))
        }
    }

    /// Whether all who are connected wait for what is withheld from them.
    package var everybodyWaits: Bool { waiting.count == connections.count }

    /// Who takes the most memory for what was received and not handled.
    var connectionWithLargestInput: Connection? {
        connections.values.max { $0.countedInput < $1.countedInput }
    }

    /// Lets go of a connection that has closed.
    func forget(_ connection: Connection) {
        connections[connection.number] = nil
        if refusedConnections.remove(connection.number) == nil {
            admission.release(connection.credentials.uid)
        }
        for listener in listeners {
            listener.resume()
        }
        whenClosed?(connection)
        hasFinished(connection)
        tellIfEnded()
        leaveLoopIfUnused()
    }

    /// Notes that a connection has something to do that was not caused by its own input.
    func performAtEndOfTurn(_ connection: Connection) {
        dirty.append(connection)
    }

    /// Takes part in the loop's turns, which from now on holds the server.
    private func joinLoop() {
        guard flush == nil else { return }
        flush = loop.flushAfterTurn { [self] in
            endTurn()
        }
    }

    /// Takes no part in the loop's turns once nobody is there for whom something could be done.
    private func leaveLoopIfUnused() {
        guard connections.isEmpty, listeners.isEmpty, let flush else { return }
        loop.cancel(flush)
        self.flush = nil
        // Only connections that have closed are left there.
        dirty = []
        settleCounts()
    }

    private func endTurn() {
        flushDirty()
        settleCounts()
    }

    private func settleCounts() {
        if counts.isPending {
            counts.settle(into: &statistics, nanoseconds: loop.nanosecondsInTurn)
        }
    }

    private func flushDirty() {
        // Who ends here is told of to others, and so adds to what is dirty.
        while !dirty.isEmpty {
            let connections = dirty
            dirty.removeAll(keepingCapacity: true)
            for connection in connections {
                connection.endTurn()
            }
        }
    }
}

@available(*, unavailable)
extension Server: Sendable {}
