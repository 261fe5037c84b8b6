import JSONCore
package import LoopCore
package import SystemCore

/// A server that offers a table of methods: owns the listeners, the connections and the memory that they share.
///
/// The event loop retains the server as long as the server has listeners or connections. Before you release the event
/// loop, stop listening and close all connections.
package final class RPCServer {
    /// The methods that peers can call.
    package let methods: MethodTable

    /// The statistics of each method, in the order of ``methods``.
    package private(set) var statistics: [MethodStatistics]

    package let limits: ServerLimits

    package let loop: EventLoop

    /// The bytes of memory for received input that is not yet handled, of all connections.
    package internal(set) var unreadInput = 0

    package internal(set) var traffic = Traffic()

    /// The number of connections that were refused because of a limit.
    package private(set) var refused: UInt64 = 0

    /// The limit for the bytes of memory that the server keeps for the next notifications.
    private static let spareMemory = 1 << 20

    let dispatcher: Dispatcher
    let shared = SharedBuffers(spareMemory: RPCServer.spareMemory)
    private(set) var connections: [UInt64: Connection] = [:]
    /// The refused connections that stay open until the peer has read why.
    ///
    /// Other limits do not count these.
    private var refusedConnections: Set<UInt64> = []
    private var admission: Admission
    private var listeners: [Listener] = []
    private var nextNumber: UInt64 = 1
    private var dirty: [Connection] = []
    /// The action at the end of each turn; nil while there are neither listeners nor connections.
    private var flush: EventLoop.FlushID?
    /// The progress of the server's end; nil while the server runs.
    var ending: ServerEnd?
    /// The calls of this turn, which are not yet in the statistics.
    var counts: CallCounts
    /// The connections with withheld responses.
    var waiting = WaitingConnections()

    /// Called when a connection has closed, so that services can drop their data about the peer.
    private let whenClosed: (any Peer) -> Void

    /// Creates a server without listeners.
    package init(
        methods: MethodTable,
        limits: ServerLimits = ServerLimits(),
        loop: EventLoop,
        whenClosed: @escaping (any Peer) -> Void = { _ in }
    ) {
        self.methods = methods
        self.limits = limits
        self.loop = loop
        self.whenClosed = whenClosed
        statistics = [MethodStatistics](repeating: MethodStatistics(), count: methods.methods.count)
        counts = CallCounts(methods: methods.methods.count, pulse: loop.pulse)
        dispatcher = Dispatcher(methods: methods)
        admission = Admission(limits: limits)
    }

    /// The number of open connections, including those that are being refused.
    package var connectionCount: Int { connections.count }

    package var peers: [any Peer] { connections.values.map { $0 } }

    /// The number of open connections, without those that are being refused.
    package var servedCount: Int { admission.count }

    /// Accepts connections from a socket, which must be listening and non-blocking.
    package func listen(on socket: consuming Descriptor) throws(SystemError) {
        listeners.append(try Listener(socket, on: loop) { [unowned self] in serve($0) })
        joinLoop()
    }

    /// Stops accepting connections; existing connections stay open.
    package func stopListening() throws(SystemError) {
        for listener in listeners {
            try listener.close()
        }
        listeners = []
        leaveLoopIfUnused()
    }

    /// Closes all connections at the end of the turn, and drops all unsent output.
    package func closeAll() {
        for connection in connections.values {
            connection.close()
        }
    }

    /// Serves a connected stream.
    ///
    /// The server drops the stream if the server is ending, or if too many refused connections are open.
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

    private func serve(_ accepted: consuming Descriptor) {
        do {
            let credentials = try Kernel.peerCredentials(of: accepted)
            try serve(SocketStream(accepted), credentials: credentials)
        } catch {
            // The peer is gone already, or the poller cannot add the socket. The socket is closed.
        }
    }

    /// Whether responses are withheld from every connected peer.
    package var allClientsWait: Bool { waiting.count == connections.count }

    /// The connection that takes the most memory for received input; nil if there is no connection.
    var connectionWithLargestInput: Connection? {
        connections.values.max { $0.countedInput < $1.countedInput }
    }

    /// Removes a connection that has closed.
    func forget(_ connection: Connection) {
        connections[connection.number] = nil
        if refusedConnections.remove(connection.number) == nil {
            admission.release(connection.credentials.uid)
        }
        for listener in listeners {
            listener.resume()
        }
        whenClosed(connection)
        hasFinished(connection)
        reportEndIfDone()
        leaveLoopIfUnused()
    }

    /// Registers a connection whose actions must be performed at the end of this turn.
    func performAtEndOfTurn(_ connection: Connection) {
        dirty.append(connection)
    }

    /// Adds the server's action to the end of each turn.
    ///
    /// From now on, the event loop retains the server.
    private func joinLoop() {
        guard flush == nil else { return }
        flush = loop.flushAfterTurn { [self] in
            endTurn()
        }
    }

    /// Removes the server's action from the event loop if there are neither connections nor listeners.
    private func leaveLoopIfUnused() {
        guard connections.isEmpty, listeners.isEmpty, let flush else { return }
        loop.cancel(flush)
        self.flush = nil
        // All dirty connections have closed.
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
        // Closing a connection can notify other connections, which then become dirty too.
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
extension RPCServer: Sendable {}
