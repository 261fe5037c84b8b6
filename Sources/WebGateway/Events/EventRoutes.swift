import HTTPCore
import JSONCore
import LoopCore

/// The route of `/events`.
final class EventRoutes {
    /// The limit for the worlds with streams; the shared state is beside them.
    private static let mostWorlds = 63

    private let calls: DaemonCalls
    private let streams: EventStreams
    private let loop: EventLoop
    private var links: [String?: EventLink] = [:]

    init(_ calls: DaemonCalls, _ streams: EventStreams, on loop: EventLoop) {
        self.calls = calls
        self.streams = streams
        self.loop = loop
    }

    var all: [Route] {
        [Route(.get, "/events", .restricted) { [self] call, bytes, exchange in respond(call, in: bytes, exchange) }]
    }

    /// Ends all connections to the daemon.
    func close() {
        for link in links.values { link.close() }
        links = [:]
    }

    private func respond(_ call: RouteCall, in bytes: Span<UInt8>, _ exchange: Exchange) {
        let query: EventQuery
        do throws(QueryFault) {
            query = try EventQuery(call, in: bytes)
        } catch {
            return exchange.respond(error)
        }
        if let context = query.context {
            do {
                _ = try JSON.check(context.utf8.span, depthLimit: JSON.valueDepthLimit)
            } catch {
                let sentence = "the query parameter context is not JSON: \(error.message(in: context.utf8.span))"
                return exchange.respond(.badRequest, text: sentence)
            }
        }
        guard call.request.method == .get else {
            exchange.beginStream(.ok, .events)
            return exchange.endStream()
        }
        let id = call.request.value(of: "last-event-id", in: bytes)
        let moment = id.flatMap { EventMoment(id: String(decoding: [UInt8](bytes, in: $0), as: UTF8.self)) }
        guard let link = link(query.world) else {
            return exchange.respond(
                .overloaded(
                    "\(EventRoutes.mostWorlds) worlds have streams, which is the limit; close one, or try again later"
                )
            )
        }
        guard let feed = link.feed(query) else {
            return exchange.respond(
                .overloaded(
                    "\(EventLink.mostFeeds) streams have different queries, which is the limit; close one, or use its query"
                )
            )
        }
        feed.add(exchange, moment: moment, mayBeginOffline: EventRoutes.wantsEvents(call.request, in: bytes))
    }

    /// Whether a client wants a stream of events more than the text of an error.
    ///
    /// `EventSource` connects again after the end of a stream, but never after an error.
    private static func wantsEvents(_ request: HTTPRequest, in bytes: Span<UInt8>) -> Bool {
        let field = request.value(of: "accept", in: bytes)
        return AcceptedTypes.quality(of: "text/event-stream", field, in: bytes)
            > AcceptedTypes.quality(of: "text/plain", field, in: bytes)
    }

    private func link(_ world: String?) -> EventLink? {
        if let link = links[world] { return link }
        guard world == nil || links.keys.count(where: { $0 != nil }) < EventRoutes.mostWorlds else { return nil }
        let link = EventLink(world, to: calls, streams, on: loop) { [weak self] in
            guard let self, let link = links[world], link.isUnused else { return }
            link.close()
            links[world] = nil
        }
        links[world] = link
        return link
    }
}

@available(*, unavailable)
extension EventRoutes: Sendable {}
