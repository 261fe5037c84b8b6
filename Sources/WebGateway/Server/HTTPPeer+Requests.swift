import HTTPCore
import JSONCore

/// Finds the route of each request, receives its body and calls the handler.
extension HTTPPeer {
    /// The limit for the bytes of a body that its route ignores.
    private static let ignoredBody = 64 << 10

    /// Decides about a request whose head has arrived, and handles it if it has no body.
    func handleHead(hasBody: Bool) {
        let exchange = Exchange(self)
        self.exchange = exchange
        guard !isRefused else {
            state.http.stop()
            return exchange.respond(
                .serviceUnavailable,
                text:
                    "tunerweb has as many connections as --max-connections or --max-connections-per-user allow. Try again later."
            )
        }
        input.withBytes { bytes in
            guard let admission = admit(in: bytes, exchange) else { return }
            if hasBody {
                acceptBody(for: admission.route, admission.segments, in: bytes, exchange)
            } else {
                let call = RouteCall(request: state.http.request, segments: admission.segments)
                admission.route.handler(call, bytes, exchange)
            }
        }
        beginWebSocket()
    }

    /// Returns the decision about the present request; the same head has the same one.
    private func admit(in bytes: Span<UInt8>, _ exchange: Exchange) -> Admission? {
        guard state.http.repeatsHead, let admission else {
            admission = server.admit(state.http.request, in: bytes, exchange)
            return admission
        }
        exchange.nameIndex = admission.route.nameIndex
        exchange.origin = admission.origin
        return admission
    }

    private func acceptBody(
        for route: Route,
        _ segments: [Range<Int>],
        in bytes: Span<UInt8>,
        _ exchange: Exchange
    ) {
        let request = state.http.request
        if route.bodyLimit != nil, let coding = request.contentCoding(in: bytes) {
            let name = String(decoding: [UInt8](bytes, in: coding), as: UTF8.self)
            exchange.namesCodings = true
            let sentence = "The body has the content coding \(name.shown). Send it without Content-Encoding."
            return route.refuse(exchange, .unsupportedMediaType, sentence)
        }
        let limit = min(route.bodyLimit ?? HTTPPeer.ignoredBody, server.limits.body)
        let count = if case .length(let count) = request.framing { min(count, limit) } else { limit }
        guard server.reserve(body: count) else {
            let sentence = "The bodies of other requests use the memory for bodies. Try again later."
            return route.refuse(exchange, .serviceUnavailable, sentence)
        }
        awaited = AwaitedRequest(route: route, segments: segments, exchange: exchange, reserved: count)
        state.http.acceptBody(limit: limit)
    }

    /// Handles a request whose body has arrived.
    func handleBody() {
        guard let awaited = takeAwaited() else { return }
        let call = RouteCall(request: state.http.request, segments: awaited.segments)
        input.withBytes { awaited.route.handler(call, $0, awaited.exchange) }
        beginWebSocket()
    }

    /// Refuses a request whose body is too long.
    func refuseBody() {
        guard let awaited = takeAwaited(), let fault = state.http.fault else { return }
        awaited.route.refuse(awaited.exchange, fault.status, fault.sentence)
    }

    /// Counts a request that the connection has refused, and ends the exchange of its body.
    func noteRefusal() {
        if let fault = state.http.fault {
            server.count(fault.status, ofRoute: nil, since: server.time)
        }
        takeAwaited()?.exchange.clientIsGone()
    }

    /// Ends the reservation for a body, and returns the request that waits for it.
    func takeAwaited() -> AwaitedRequest? {
        guard let awaited = awaited.take() else { return nil }
        server.release(body: awaited.reserved)
        return awaited
    }
}
