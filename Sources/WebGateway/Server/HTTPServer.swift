import HTTPCore
package import LoopCore
package import NetworkCore
package import SystemCore

/// An HTTP server on an event loop: owns the listeners, the connections and the memory that they share.
///
/// The event loop retains the server as long as the server has listeners or connections.
package final class HTTPServer {
    package let loop: EventLoop
    package let limits: WebLimits
    /// What the server counts about itself; the numbers of open things are those of the last change.
    private(set) var counts: GatewayCounts

    let shared = SharedBuffers()
    private let router: Router
    private let policy: AccessPolicy
    /// Whether responses differ by the origin of the page.
    let variesByOrigin: Bool
    private var owners: SocketOwners
    private let clock: Clocks
    private var listeners: [Listener] = []
    private var peers: [UInt64: HTTPPeer] = [:]
    /// The refused connections that stay open until the client has read why.
    private var refusedPeers: Set<UInt64> = []
    private var quota: ConnectionQuota
    /// The bytes that are reserved for bodies.
    private var bodies = 0
    private var nextNumber: UInt64 = 1
    private var dirty: [HTTPPeer] = []
    /// The action at the end of each turn; nil while there are neither listeners nor connections.
    private var flush: EventLoop.FlushID?
    private var dateField: (field: HTTPDateField, time: MonotonicTime)?
    private var ending: (timers: [TimerHeap.ID], whenEnded: [() -> Void])?

    /// Creates a server without listeners; `user` is the server's own user.
    package init(
        _ router: Router,
        _ policy: AccessPolicy,
        limits: WebLimits = WebLimits(),
        user: UInt32 = Kernel.userID,
        owners: consuming SocketOwners = SocketOwners(),
        clock: Clocks = .kernel,
        on loop: EventLoop
    ) {
        self.router = router
        self.policy = policy
        variesByOrigin = policy.hasOrigins
        self.limits = limits
        self.owners = owners
        self.clock = clock
        self.loop = loop
        counts = GatewayCounts(routes: router.names)
        quota = ConnectionQuota(limits, user: user)
    }

    /// The number of open connections, including those that are being refused.
    package var connectionCount: Int { peers.count }

    /// Accepts connections from a TCP socket, which must be listening and non-blocking.
    package func listen(on socket: consuming Descriptor) throws(SystemError) {
        listeners.append(try Listener(socket, on: loop) { [self] in serve($0) })
        joinLoop()
    }

    /// Stops accepting connections; existing connections stay open.
    package func stopListening() {
        for listener in listeners {
            do {
                try listener.close()
            } catch {
                preconditionFailure("a listener that is in the poller can be removed: \(error)")
            }
        }
        listeners = []
        leaveLoopIfUnused()
    }

    /// Ends the server in order: accepts nothing more, sends the response to each present request, and closes.
    ///
    /// Streams and WebSocket connections end at once. After `limit`, the server closes all connections. When no
    /// connection is left, it calls `whenEnded` in the next turn. A second call can only shorten the time limit.
    package func end(within limit: Duration, _ whenEnded: @escaping () -> Void) {
        if ending == nil {
            stopListening()
        }
        // The timer retains the server on purpose, until the server has ended.
        let timer = loop.schedule(after: limit) { [self] in
            for peer in peers.values {
                peer.close()
            }
        }
        ending = ((ending?.timers ?? []) + [timer], (ending?.whenEnded ?? []) + [whenEnded])
        for peer in peers.values {
            peer.finish()
        }
        reportEndIfDone()
    }

    // MARK: Requests

    /// The field with the present date.
    var date: HTTPDateField? {
        guard let (field, time) = dateField, time == loop.now else {
            let date = HTTPDate(seconds: clock.wall().seconds)
            var field = dateField?.field
            if let date {
                field = field ?? HTTPDateField(date)
                field?.update(to: date)
            }
            dateField = field.map { ($0, loop.now) }
            return field
        }
        return field
    }

    /// Decides which route serves a request; without one, responds.
    ///
    /// The decision follows from the head of the request and from the user at the other end of the connection.
    func admit(_ request: HTTPRequest, in bytes: Span<UInt8>, _ exchange: Exchange) -> Admission? {
        let match = router.match(request, in: bytes)
        if case .route(let route, _) = match {
            exchange.nameIndex = route.nameIndex
        }
        switch policy.decide(request, in: bytes, from: exchange.owner, to: match.access) {
        case .allowed: break
        case .allowedToOrigin(let origin): exchange.origin = origin
        case .refused(let fault, let origin):
            exchange.origin = origin
            match.refuse(exchange, fault.status, fault.sentence)
            return nil
        }
        switch match {
        case .route(let route, let segments): return Admission(route, segments, toOrigin: exchange.origin)
        case .options(let methods):
            exchange.respond(.noContent) { connection in
                connection.add("Allow", methods.allowed.utf8.span)
                if exchange.origin != nil {
                    connection.add("Access-Control-Allow-Methods", methods.allowed.utf8.span)
                    connection.add(
                        "Access-Control-Allow-Headers",
                        "Authorization, X-API-Key, Content-Type, If-Match, If-None-Match, Last-Event-ID"
                    )
                    connection.add("Access-Control-Max-Age", "600")
                }
            }
        case .notAllowed(let methods):
            exchange.respond(.methodNotAllowed, text: "The method is not allowed here. Use \(methods.allowed).") {
                $0.add("Allow", methods.allowed.utf8.span)
            }
        case .notFound: exchange.respond(.notFound, text: "There is no such path. man tunerweb lists the paths.")
        }
        return nil
    }

    // MARK: Bodies

    /// Reserves memory for a body, or returns false; the connection then releases it once.
    func reserve(body count: Int) -> Bool {
        guard count > WebLimits.smallBody else { return true }
        guard bodies == 0 || count <= limits.bodies - bodies else { return false }
        bodies += count
        return true
    }

    func release(body count: Int) {
        if count > WebLimits.smallBody {
            bodies -= count
        }
    }

    // MARK: Counts

    /// The present time, also within a turn.
    var time: UInt64 { UInt64(clamping: loop.now.nanoseconds) &+ loop.nanosecondsInTurn }

    /// Counts a response; `start` is the time at which the request's head had arrived.
    func count(_ status: HTTPStatus, ofRoute nameIndex: Int?, since start: UInt64) {
        let end = time
        counts.add(
            route: nameIndex ?? router.names.count - 1,
            status: status,
            nanoseconds: end > start ? end - start : 0
        )
    }

    func count(received: Int) { counts.received += Int64(received) }

    func count(sent: Int) { counts.sent += Int64(sent) }

    /// Counts a WebSocket connection that has opened, or with -1 one that has ended.
    func count(webSockets change: Int64) { counts.webSockets += change }

    // MARK: Connections

    /// Serves an accepted connection.
    private func serve(_ accepted: consuming Descriptor) {
        guard let peer = try? Network.peerEndpoint(of: accepted), let local = try? Network.localEndpoint(of: accepted),
            (try? Network.sendAtOnce(accepted)) != nil
        else {
            // The client has disconnected already.
            return
        }
        serve(SocketStream(accepted), of: owners.owner(of: peer, connectedTo: local))
    }

    /// Serves a connected stream.
    ///
    /// The server drops the stream if the server is ending, or if too many refused connections are open.
    package func serve(_ stream: any ByteStream, of owner: SocketOwner) {
        guard ending == nil else { return }
        let isRefused = !quota.admit(owner)
        if isRefused {
            counts.refusedConnections += 1
            guard refusedPeers.count < WebLimits.refusedConnections else { return }
        }
        let peer = HTTPPeer(stream, number: nextNumber, owner: owner, server: self, isRefused: isRefused)
        nextNumber += 1
        counts.acceptedConnections += 1
        counts.connections += 1
        peers[peer.number] = peer
        if isRefused {
            refusedPeers.insert(peer.number)
        }
        joinLoop()
        do {
            try peer.begin()
        } catch {
            // The poller cannot add the socket, which then closes.
            forget(peer)
        }
    }

    /// Removes a connection that has closed.
    func forget(_ peer: HTTPPeer) {
        guard peers.removeValue(forKey: peer.number) != nil else { return }
        counts.connections -= 1
        if refusedPeers.remove(peer.number) == nil {
            quota.release(peer.owner)
        }
        for listener in listeners {
            listener.resume()
        }
        reportEndIfDone()
        leaveLoopIfUnused()
    }

    /// Registers a connection whose actions must be performed at the end of this turn.
    func performAtEndOfTurn(_ peer: HTTPPeer) { dirty.append(peer) }

    private func reportEndIfDone() {
        guard peers.isEmpty, let (timers, whenEnded) = ending, !whenEnded.isEmpty else { return }
        ending = ([], [])
        for timer in timers {
            loop.cancel(timer)
        }
        for action in whenEnded {
            loop.nextTurn(action)
        }
    }

    private func joinLoop() {
        guard flush == nil else { return }
        flush = loop.flushAfterTurn { [self] in flushDirty() }
    }

    private func leaveLoopIfUnused() {
        guard peers.isEmpty, listeners.isEmpty, let flush else { return }
        loop.cancel(flush)
        self.flush = nil
        // All dirty connections have closed.
        dirty = []
    }

    /// The connections for which a turn always has time, so that events never keep the responses from being sent.
    static let leastFlushed = 64

    private func flushDirty() {
        var count = 0
        // Ending one exchange can change other connections, which then become dirty, too.
        while !dirty.isEmpty {
            let peers = dirty
            dirty.removeAll(keepingCapacity: true)
            for index in peers.indices {
                peers[index].endTurn()
                count += 1
                guard count >= HTTPServer.leastFlushed, loop.isTurnOver(), flush != nil else { continue }
                dirty.insert(contentsOf: peers[(index + 1)...], at: 0)
                if !dirty.isEmpty {
                    loop.nextTurn {}
                }
                return
            }
        }
    }
}

@available(*, unavailable)
extension HTTPServer: Sendable {}

extension Router.Match {
    /// The users who may read the path.
    fileprivate var access: RouteAccess {
        switch self {
        case .route(let route, _): route.access
        case .options, .notAllowed, .notFound: .open
        }
    }

    fileprivate func refuse(_ exchange: Exchange, _ status: HTTPStatus, _ sentence: String) {
        switch self {
        case .route(let route, _): route.refuse(exchange, status, sentence)
        case .options, .notAllowed, .notFound: exchange.refuse(status, sentence)
        }
    }
}
