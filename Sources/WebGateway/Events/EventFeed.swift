import ClientCore
import HTTPCore
import JSONCore
import TunerAPI

/// The clients with one query, which share a subscription to tunables, and one to flags.
///
/// A client joins by its own subscription, whose result brings it up to date: from the revision of its last event
/// on, or with all values. The feed keeps the first of these subscriptions, and ends the others at once: from the result
/// on, every client receives the events of the first one. A client that reads too slowly is left out until it has read,
/// and then joins again. So the daemon merges what it has missed, and no event waits in memory.
final class EventFeed {
    let query: EventQuery
    private unowned let link: EventLink
    private let streams: EventStreams
    private var clients: [ObjectIdentifier: EventClient] = [:]
    private var joins: [EventMoment?: EventJoin] = [:]
    /// The names of the subscriptions; nil without one.
    private(set) var valuesName: String?
    private(set) var flagsName: String?
    private var epoch = ""

    init(_ query: EventQuery, on link: EventLink, _ streams: EventStreams) {
        self.query = query
        self.link = link
        self.streams = streams
    }

    // MARK: Clients

    var isUnused: Bool { clients.isEmpty }

    /// Adds a client, whose response begins when it is up to date.
    func add(_ exchange: Exchange, moment: EventMoment?) {
        let client = EventClient(exchange, moment: query.world == nil && query.match != nil ? moment : nil)
        clients[ObjectIdentifier(client)] = client
        exchange.endWithInput()
        exchange.whenGone = { [weak self, weak client] in
            if let client {
                self?.remove(client)
            }
        }
        join(client)
    }

    private func remove(_ client: EventClient) {
        guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
        if clients.isEmpty {
            link.end(self)
        }
    }

    private func contains(_ client: EventClient) -> Bool { clients[ObjectIdentifier(client)] != nil }

    // MARK: Joining

    private func join(_ client: EventClient) {
        guard contains(client) else { return }
        guard link.isReady else { return goOffline(client) }
        client.state = .joining
        client.hasMissed = false
        if let join = joins[client.moment] {
            join.clients.append(client)
            return
        }
        let join = EventJoin()
        join.clients = [client]
        joins[client.moment] = join
        call(join, since: client.moment)
    }

    private func call(_ join: EventJoin, since moment: EventMoment?) {
        let flags = query.flagParameters
        let values = query.values(since: moment?.since)
        join.callCount = (values == nil ? 0 : 1) + (flags == nil ? 0 : 1)
        if let values {
            link.call(API.Tunables.subscribe.name, values) { [self] response, text in
                receive(response, text, join, since: moment) { [self] result in
                    valuesName = keep(result.name, insteadOf: valuesName, API.Tunables.unsubscribe.name)
                    if result.isResumed {
                        appendResumed(result, since: moment, text, to: &join.text)
                    } else {
                        let id = query.world == nil ? result.moment.id : nil
                        EventText.append(.values, id: id, result.place, in: text, leavingOut: "resumed", to: &join.text)
                    }
                    join.moment = query.world == nil ? result.moment : nil
                }
            }
        }
        if let flags {
            link.call(API.Flags.subscribe.name, flags) { [self] response, text in
                receive(response, text, join, since: moment) { [self] result in
                    flagsName = keep(result.name, insteadOf: flagsName, API.Flags.unsubscribe.name)
                    EventText.append(.flags, id: nil, result.place, in: text, to: &join.text)
                }
            }
        }
    }

    private func receive(
        _ response: Result<JSONRange, DaemonFault>,
        _ text: Span<UInt8>,
        _ join: EventJoin,
        since moment: EventMoment?,
        _ use: (EventResult) -> Void
    ) {
        join.callCount -= 1
        switch response {
        case .success(let place):
            if let result = EventResult(place, in: text) {
                epoch = result.moment.epoch
                use(result)
                join.hasResult = true
            } else {
                join.fault = .unreadable
            }
        case .failure(let fault): join.fault = fault
        }
        if join.callCount == 0 {
            end(join, since: moment)
        }
    }

    /// Returns the subscription to use: the present one, so that the new one ends, or else the new one.
    private func keep(_ name: String, insteadOf present: String?, _ unsubscribe: StaticString) -> String? {
        guard present == nil, !isUnused else {
            link.unsubscribe(name, unsubscribe)
            return present
        }
        link.register(self, as: name)
        return name
    }

    /// Writes the event with the changes since a moment.
    private func appendResumed(
        _ result: EventResult,
        since moment: EventMoment?,
        _ text: Span<UInt8>,
        to event: inout ByteBuffer
    ) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(plain: "from")
        writer.integer(moment?.revision ?? 0)
        writer.name(plain: "to")
        writer.integer(result.moment.revision)
        writer.name(plain: "changes")
        if let changes = result.changes {
            writer.raw(text, in: changes.source)
        } else {
            writer.raw("[]")
        }
        writer.endObject()
        writer.takeBytes().withBytes { EventText.append(.change, id: result.moment.id, $0, to: &event) }
    }

    /// Sends the results of a join to its clients.
    private func end(_ join: EventJoin, since moment: EventMoment?) {
        if joins[moment] === join {
            joins[moment] = nil
        }
        let text = [UInt8](join.text)
        for client in join.clients where contains(client) && client.state == .joining {
            guard let fault = join.fault else {
                if client.stream == nil {
                    client.begin(in: streams) { [weak self, weak client] in
                        if let client {
                            self?.remove(client)
                        }
                    }
                }
                client.moment = join.moment
                client.hasMissed = join.hasMissed
                client.send(text) { [weak self, weak client] in
                    if let client {
                        self?.finish(client)
                    }
                }
                continue
            }
            fail(client, because: fault)
        }
    }

    private func fail(_ client: EventClient, because fault: DaemonFault) {
        if case .interrupted = fault {
            // The loss of the connection follows.
            client.state = .offline
            return
        }
        end(client, because: fault)
    }

    /// Ends a client: with an error, or if its response has begun, so that it connects again.
    private func end(_ client: EventClient, because fault: DaemonFault?) {
        let (exchange, stream) = (client.exchange, client.stream)
        remove(client)
        if let stream {
            streams.end(stream)
        } else if let exchange, let fault {
            exchange.respond(fault)
        }
    }

    /// Makes a client live that has received its whole result, or lets it join again.
    private func finish(_ client: EventClient) {
        guard contains(client) else { return }
        if client.hasMissed || !link.isReady {
            join(client)
        } else {
            client.state = .live
        }
    }

    // MARK: Events

    /// Sends the changes of a notification.
    func notify(_ name: EventText.Name, _ params: JSONRange, _ text: Span<UInt8>) {
        var revision: Int64?
        var hasEnded = false
        var members = JSONMembers(of: params)
        while let (member, value) = members.next(in: text) {
            if member.isString("to", in: text) {
                revision = value.integer(in: text)
            } else if member.isString("ended", in: text) {
                hasEnded = true
            }
        }
        let moment =
            query.world == nil && name == .change ? revision.map { EventMoment(epoch: epoch, revision: $0) } : nil
        var buffer = ByteBuffer()
        EventText.append(name, id: moment?.id, params, in: text, to: &buffer)
        buffer.withBytes { event in
            for client in clients.values { send(event, moment, to: client) }
        }
        for join in joins.values where join.hasResult {
            join.hasMissed = true
        }
        if hasEnded {
            for client in clients.values { end(client, because: nil) }
        }
    }

    private func send(_ event: Span<UInt8>, _ moment: EventMoment?, to client: EventClient) {
        switch client.state {
        case .offline, .joining, .lagging: break
        case .receiving: client.hasMissed = true
        case .live:
            guard let stream = client.stream, stream.hasRoom else { return lag(client) }
            stream.write(event)
            client.moment = moment ?? client.moment
        }
    }

    private func lag(_ client: EventClient) {
        client.state = .lagging
        client.stream?.whenRoom { [weak self, weak client] in
            if let client {
                self?.join(client)
            }
        }
    }

    // MARK: The connection

    /// Lets all clients join that have waited for the connection.
    func resume() {
        for client in clients.values where client.state == .offline { join(client) }
    }

    /// Ends the subscriptions with the connection; clients whose response has not begun receive the reason.
    ///
    /// If `isFinal`, no later connection will bring the clients up to date, so they end.
    func lose(because fault: DaemonFault, isFinal: Bool) {
        (valuesName, flagsName) = (nil, nil)
        joins = [:]
        for client in clients.values {
            if client.stream == nil || isFinal {
                end(client, because: fault)
            } else if client.state == .live || client.state == .joining {
                goOffline(client)
            }
        }
    }

    /// Notes that a client waits for the connection, and reports the reason to it.
    private func goOffline(_ client: EventClient) {
        client.state = .offline
        guard let stream = client.stream, stream.hasRoom, let sentence = link.fault?.sentence else { return }
        var event = ByteBuffer()
        EventText.append(.offline, id: nil, sentence.utf8.span, to: &event)
        event.withBytes { stream.write($0) }
    }
}

@available(*, unavailable)
extension EventFeed: Sendable {}

/// The result of a subscription, as places in its text.
struct EventResult {
    let place: JSONRange
    let name: String
    let moment: EventMoment
    let isResumed: Bool
    let changes: JSONRange?

    init?(_ result: JSONRange, in text: Span<UInt8>) {
        guard result.kind == .object else { return nil }
        var (name, epoch, revision): (String?, String?, Int64?)
        var (isResumed, changes): (Bool, JSONRange?) = (false, nil)
        var members = JSONMembers(of: result)
        while let (member, value) = members.next(in: text) {
            if member.isString("subscription", in: text) {
                name = value.string(in: text)
            } else if member.isString("epoch", in: text) {
                epoch = value.string(in: text)
            } else if member.isString("revision", in: text) {
                revision = value.integer(in: text)
            } else if member.isString("resumed", in: text) {
                isResumed = value.boolean(in: text) ?? false
            } else if member.isString("changes", in: text) {
                changes = value
            }
        }
        guard let name, let epoch, let revision else { return nil }
        self.place = result
        self.name = name
        moment = EventMoment(epoch: epoch, revision: revision)
        self.isResumed = isResumed
        self.changes = changes
    }
}
