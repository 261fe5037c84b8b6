import HTTPCore
import LoopCore
import NetworkCore
import SystemCore

/// The HTTP server of a relay on an event loop.
///
/// When a layer changes, the server responds to some of the waiting clients in each turn of the loop, so that a turn stays
/// short.
final class RelayServer {
    /// How many connections are served between two checks of whether the turn is over.
    private static let step = 8

    let loop: EventLoop
    let limits: RelayLimits
    let memory = SharedBuffers()
    private(set) var layers: RelayLayers
    private let clock: Clocks
    private var listener: Listener?
    /// The number of open connections within the limit, and of open connections that were refused.
    private var (connections, refused) = (0, 0)
    /// The connections that wait for a change, by layer.
    private var waiters: [String: [RelayPeer]] = [:]
    /// The connections to serve in this or a later turn.
    private var queue: [RelayPeer] = []
    private var isScheduled = false
    private var dateField: (field: HTTPDateField, time: MonotonicTime)?

    init(_ layers: RelayLayers, _ limits: RelayLimits, on loop: EventLoop, clock: Clocks) {
        (self.layers, self.limits, self.loop, self.clock) = (layers, limits, loop, clock)
    }

    /// Listens at an endpoint, and returns the bound one.
    func listen(at endpoint: Endpoint) throws(SystemError) -> Endpoint {
        let socket = try Network.listen(at: endpoint, backlog: RelayLimits.backlog)
        let bound = try Network.localEndpoint(of: socket)
        listener = try Listener(socket, on: loop) { [unowned self] in serve($0) }
        return bound
    }

    /// Accepts no more connections.
    func close() {
        try? listener?.close()
        listener = nil
    }

    // MARK: Layers

    /// Serves the layers with these names; also keeps the content of the layers in `kept`, which may be served again.
    func serve(_ names: [String], keeping kept: [String]) {
        layers.serve(names, keeping: kept)
        for layer in waiters.keys where !names.contains(layer) { respond(to: layer) }
    }

    /// Sets the token that each request must have; nil if requests need no token.
    func require(_ token: String?) { layers.require(token) }

    /// Serves the content of a layer; returns whether it is new.
    func publish(_ bytes: [UInt8], as layer: String) -> Bool {
        guard layers.publish(bytes, as: layer) else { return false }
        respond(to: layer)
        return true
    }

    /// Responds to the clients that wait for a change of a layer.
    private func respond(to layer: String) {
        guard let peers = waiters.removeValue(forKey: layer) else { return }
        for peer in peers { peer.endWait() }
        queue += peers
        serveQueue()
    }

    // MARK: Waiting connections

    /// The number of connections that wait for a change.
    var waitingCount: Int { waiters.values.reduce(0) { $0 + $1.count } }

    /// Adds a connection to those that wait for a layer, and returns its position among them.
    func add(_ peer: RelayPeer, waitingFor layer: String) -> Int {
        waiters[layer, default: []].append(peer)
        return (waiters[layer]?.count ?? 1) - 1
    }

    /// Removes a connection from those that wait for a layer.
    func remove(at position: Int, waitingFor layer: String) {
        guard let count = waiters[layer]?.count, position < count else { return }
        waiters[layer]?.swapAt(position, count - 1)
        waiters[layer]?.removeLast()
        if position < count - 1 { waiters[layer]?[position].move(to: position) }
        if count == 1 { waiters[layer] = nil }
    }

    /// Serves a connection in this or a later turn.
    func serveSoon(_ peer: RelayPeer) {
        queue.append(peer)
        serveQueue()
    }

    private func serveQueue() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.nextTurn { [unowned self] in
            isScheduled = false
            var count = 0
            while count < queue.count {
                queue[count].serveFromQueue()
                count += 1
                if count.isMultiple(of: RelayServer.step), loop.isTurnOver() { break }
            }
            queue.removeFirst(count)
            if !queue.isEmpty { serveQueue() }
        }
    }

    // MARK: Connections

    private func serve(_ accepted: consuming Descriptor) {
        // If this fails, the client has disconnected already.
        guard (try? Network.sendAtOnce(accepted)) != nil else { return }
        let isRefused = connections >= limits.connections
        guard !isRefused || refused < RelayLimits.refused else { return }
        let peer = RelayPeer(SocketStream(accepted), of: self, isRefused: isRefused)
        // If this fails, the poller could not add the socket, and the socket closes.
        guard (try? peer.begin()) != nil else { return }
        connections += isRefused ? 0 : 1
        refused += isRefused ? 1 : 0
    }

    /// Removes a closed connection from the counts.
    func forget(isRefused: Bool) {
        connections -= isRefused ? 0 : 1
        refused -= isRefused ? 1 : 0
        listener?.resume()
    }

    /// The field with the present date.
    var date: HTTPDateField? {
        if let (field, time) = dateField, time == loop.now { return field }
        guard let date = HTTPDate(seconds: clock.wall().seconds) else { return nil }
        var field = dateField?.field ?? HTTPDateField(date)
        field.update(to: date)
        dateField = (field, loop.now)
        return field
    }
}

@available(*, unavailable)
extension RelayServer: Sendable {}
