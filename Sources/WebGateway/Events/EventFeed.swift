import ClientCore
import HTTPCore
import JSONCore
import TunerAPI

/// The clients with one query, which share a subscription to tunables, and one to flags.
///
/// A client joins by its own subscription, whose result brings it up to date: from the revision of its last event
/// on, or with all values. The feed keeps the first of these subscriptions, and ends the others at once: from the result
/// on, every client receives the events of the first one.
///
/// The last events are in a log, from which each client takes the next one when it has read enough. A client that has
/// missed an event joins again. So the daemon merges what a slow client has missed. A round visits the clients after an
/// event, some of them in each turn, and a text is in memory once for all clients. An event costs nothing for a client that
/// waits for room: such a client continues when it has read enough.
final class EventFeed {
    let query: EventQuery
    private unowned let link: EventLink
    private let streams: EventStreams
    private var clients: [ObjectIdentifier: EventClient] = [:]
    /// The clients that do not wait for room; a round visits no others.
    private(set) var ready: [ObjectIdentifier: EventClient] = [:]
    private var joins: [EventMoment?: EventJoin] = [:]
    /// The names of the subscriptions; nil without one.
    private(set) var valuesName: String?
    private(set) var flagsName: String?
    private let log: EventLog
    /// All values, as long as a client receives them, and the number of the next event.
    private weak var snapshot: StreamText?
    private var snapshotEnd: (position: UInt64, moment: EventMoment?) = (0, nil)
    /// The event with the reason why there is no connection to the daemon; nil while there is one.
    private var offline: StreamText?
    /// Whether the daemon has ended the subscriptions.
    private var hasEnded = false
    private var round: ClientRound<EventClient>?

    init(_ query: EventQuery, on link: EventLink, _ streams: EventStreams) {
        self.query = query
        self.link = link
        self.streams = streams
        log = EventLog(in: streams.memory)
        round = ClientRound(
            on: streams.loop,
            of: { [weak self] in self.map { Array($0.ready.values) } ?? [] },
            whenDone: { [weak self] in self?.dropEvents() },
            visit: { [weak self] in self?.serve($0) }
        )
    }

    // MARK: Clients

    var isUnused: Bool { clients.isEmpty }

    /// Adds a client, whose response begins when it is up to date.
    ///
    /// With `mayBeginOffline`, it also begins when there is no connection to the daemon.
    func add(_ exchange: Exchange, moment: EventMoment?, mayBeginOffline: Bool) {
        let client = EventClient(
            exchange,
            moment: query.world == nil && query.match != nil ? moment : nil,
            mayBeginOffline: mayBeginOffline
        )
        clients[ObjectIdentifier(client)] = client
        ready[ObjectIdentifier(client)] = client
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
        continueAfterRoom(client)
        ready[ObjectIdentifier(client)] = nil
        scheduleDrop()
        client.dropText()
        if clients.isEmpty {
            link.end(self)
        }
    }

    private func contains(_ client: EventClient) -> Bool { clients[ObjectIdentifier(client)] != nil }

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

    // MARK: Sending

    /// Sends what a client lacks, as far as it has room.
    private func serve(_ client: EventClient) {
        guard contains(client), !client.isJoining, !client.awaitsRoom else { return }
        if client.stream == nil {
            guard client.text != nil else { return join(client) }
            client.begin(in: streams) { [weak self, weak client] in
                if let client {
                    self?.remove(client)
                }
            }
        }
        guard let stream = client.stream else { return }
        while client.text != nil || lacksText(client) {
            guard stream.hasRoom else { return awaitRoom(client, stream) }
            guard client.text != nil || giveText(to: client) else { return }
            client.sendPart()
        }
    }

    /// Whether there is something to send to a client after its present text.
    private func lacksText(_ client: EventClient) -> Bool {
        offline == nil ? client.position != log.end || hasEnded : !client.isOffline
    }

    /// Sets the next text of a client; returns false if the client joins again or ends.
    private func giveText(to client: EventClient) -> Bool {
        if let offline {
            client.isOffline = true
            client.setText(offline)
            return true
        }
        if let event = log[client.position] {
            client.setText(event.text)
            client.position += 1
            client.moment = event.moment ?? client.moment
            return true
        }
        if hasEnded {
            end(client, because: nil)
        } else {
            join(client)
        }
        return false
    }

    private func awaitRoom(_ client: EventClient, _ stream: EventStream) {
        client.awaitsRoom = true
        ready[ObjectIdentifier(client)] = nil
        if let text = client.text {
            client.memoryNumber = streams.memory.add(text) { [weak self, weak client] in
                if let client {
                    self?.end(client, because: nil)
                }
            }
        }
        stream.whenRoom { [weak self, weak client] in
            guard let self, let client, contains(client) else { return }
            continueAfterRoom(client)
            scheduleDrop()
            serve(client)
        }
    }

    private func continueAfterRoom(_ client: EventClient) {
        guard client.awaitsRoom else { return }
        client.awaitsRoom = false
        ready[ObjectIdentifier(client)] = client
        if let number = client.memoryNumber.take() {
            streams.memory.remove(number)
        }
    }

    // MARK: Joining

    private func join(_ client: EventClient) {
        // When the connection is ready, the feed visits all clients.
        guard link.isReady else { return }
        client.isOffline = false
        if client.moment?.epoch != link.epoch {
            client.moment = nil
        }
        if client.moment == nil, let snapshot, snapshotEnd.position >= log.first {
            return begin([client], with: snapshot, then: snapshotEnd)
        }
        client.isJoining = true
        let moment = client.moment
        if let join = joins[moment] {
            join.clients.append(client)
            return
        }
        let join = EventJoin()
        join.clients = [client]
        joins[moment] = join
        link.beginJoin { [self] in call(join, since: moment) }
    }

    private func call(_ join: EventJoin, since moment: EventMoment?) {
        guard join.clients.contains(where: { contains($0) }) else { return end(join, since: moment) }
        let flags = query.flagParameters
        let values = query.values(since: moment?.since)
        join.callCount = (values == nil ? 0 : 1) + (flags == nil ? 0 : 1)
        if let values {
            link.call(API.Tunables.subscribe.name, values) { [self] response, text in
                receive(response, text, join, since: moment) { [self] result in
                    valuesName = keep(result.name, insteadOf: valuesName, API.Tunables.unsubscribe.name)
                    join.isResumed = result.isResumed
                    if result.isResumed {
                        appendResumed(result, since: moment, text, to: &join.text)
                    } else {
                        let id = query.world == nil ? result.moment.id : nil
                        EventText.append(.values, id: id, result.range, in: text, leavingOut: "resumed", to: &join.text)
                    }
                    join.moment = query.world == nil ? result.moment : nil
                }
            }
        }
        if let flags {
            link.call(API.Flags.subscribe.name, flags) { [self] response, text in
                receive(response, text, join, since: moment) { [self] result in
                    flagsName = keep(result.name, insteadOf: flagsName, API.Flags.unsubscribe.name)
                    EventText.append(.flags, id: nil, result.range, in: text, to: &join.text)
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
        case .success(let range):
            if let result = EventResult(range, in: text) {
                link.epoch = result.moment.epoch
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
            HiddenKeys.writeChanges(changes, in: text, to: &writer)
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
        link.endJoin()
        let clients = join.clients.filter { contains($0) && $0.isJoining }
        guard !clients.isEmpty else { return }
        if let fault = join.fault {
            // After an interruption, the loss of the connection follows.
            if case .interrupted = fault { return }
            for client in clients { end(client, because: fault) }
            return
        }
        if !join.isResumed, let snapshot, snapshotEnd.position >= log.first {
            return begin(clients, with: snapshot, then: snapshotEnd)
        }
        let text = StreamText([UInt8](join.text), in: streams.memory)
        let end = (join.hasMissed ? 0 : log.end, join.moment)
        if !join.isResumed {
            snapshot = text
            snapshotEnd = end
        }
        begin(clients, with: text, then: end)
        streams.memory.reduce(keeping: text)
    }

    /// Sends a text that brings clients up to date.
    private func begin(
        _ clients: [EventClient],
        with text: StreamText,
        then end: (position: UInt64, moment: EventMoment?)
    ) {
        for client in clients {
            client.isJoining = false
            client.setText(text)
            (client.position, client.moment) = end
        }
        round?.add(clients)
    }

    // MARK: Events

    /// Sends the changes of a notification.
    func notify(_ name: EventText.Name, _ params: JSONRange, _ text: Span<UInt8>) {
        var revision: Int64?
        var members = JSONMembers(of: params)
        while let (member, value) = members.next(in: text) {
            if member.isString("to", in: text) {
                revision = value.integer(in: text)
            } else if member.isString("ended", in: text) {
                hasEnded = true
            }
        }
        let moment =
            query.world == nil && name == .change ? revision.map { EventMoment(epoch: link.epoch, revision: $0) } : nil
        var event = ByteBuffer()
        EventText.append(name, id: moment?.id, params, in: text, to: &event)
        let shared = StreamText([UInt8](event), in: streams.memory)
        log.append(EventLog.Event(text: shared, moment: moment))
        streams.memory.reduce(keeping: shared)
        for join in joins.values where join.hasResult {
            join.hasMissed = true
        }
        round?.start()
    }

    /// Lets the events go when no client waits for room any more, also if no other event follows.
    private func scheduleDrop() {
        if !log.isEmpty, ready.count == clients.count {
            round?.add([])
        }
    }

    /// Removes the events that every client has received.
    private func dropEvents() {
        if ready.count == clients.count {
            log.drop(before: log.end)
        }
    }

    // MARK: The connection

    /// Lets all clients join.
    func resume() {
        offline = nil
        hasEnded = false
        round?.start()
    }

    /// Ends the subscriptions with the connection; clients that have nothing to begin with receive the reason.
    ///
    /// If `isFinal`, no later connection will bring the clients up to date, so they end.
    func lose(because fault: DaemonFault, isFinal: Bool) {
        (valuesName, flagsName) = (nil, nil)
        joins = [:]
        log.cut()
        let offline = text(offlineBecause: fault)
        self.offline = offline
        for client in clients.values {
            client.isJoining = false
            if isFinal || client.stream == nil && !client.mayBeginOffline {
                end(client, because: fault)
            } else if client.stream == nil, client.text == nil {
                client.isOffline = true
                client.setText(offline)
            }
        }
        round?.start()
    }

    private func text(offlineBecause fault: DaemonFault) -> StreamText {
        var event = ByteBuffer()
        EventText.append(.offline, id: nil, fault.sentence.utf8.span, to: &event)
        return StreamText([UInt8](event), in: streams.memory)
    }
}

@available(*, unavailable)
extension EventFeed: Sendable {}

/// The result of a subscription, as ranges in its text.
struct EventResult {
    let range: JSONRange
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
        self.range = result
        self.name = name
        moment = EventMoment(epoch: epoch, revision: revision)
        self.isResumed = isResumed
        self.changes = changes
    }
}
