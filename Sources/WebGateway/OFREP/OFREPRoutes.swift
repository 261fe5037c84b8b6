import HTTPCore
import JSONCore
import SystemCore
import TunerAPI

/// The routes of the OpenFeature Remote Evaluation Protocol (OFREP).
final class OFREPRoutes {
    /// The path of the stream of events.
    private static let events = "/ofrep/v1/events"
    /// The limit for the bytes of a request's body: a context is short.
    private static let bodyLimit = 1 << 20

    private let calls: DaemonCalls
    private let versions: FlagsVersions
    private let events: OFREPEvents
    /// The responses to pages of the server and to programs, which can open the stream of events.
    private let announcing: OFREPForm
    /// The responses to pages of other origins: they cannot send the token when they open the stream.
    private let plain: OFREPForm

    init(_ calls: DaemonCalls, _ versions: FlagsVersions, _ streams: EventStreams) {
        self.calls = calls
        self.versions = versions
        events = OFREPEvents(versions, streams)
        announcing = OFREPForm(announcing: OFREPEventStream(requestURI: OFREPRoutes.events))
        plain = OFREPForm(announcing: nil)
    }

    var all: [Route] {
        [
            route("/ofrep/v1/evaluate/flags/*", evaluate),
            route("/ofrep/v1/evaluate/flags", evaluateAll),
            route("/ofrep/v1/evaluate/flags/", evaluateAll),
            // Some clients do not encode a slash in the key.
            route("/ofrep/v1/evaluate/flags/**", evaluate),
            Route(.get, OFREPRoutes.events, .restricted, refuse: OFREPRoutes.refuse, streamEvents),
        ]
    }

    private func route(
        _ pattern: String,
        _ handler: @escaping (RouteCall, Span<UInt8>, Exchange) -> Void
    ) -> Route {
        Route(.post, pattern, .restricted, bodyLimit: OFREPRoutes.bodyLimit, refuse: OFREPRoutes.refuse, handler)
    }

    /// Responds as OFREP declares: the statuses 401 and 403 have no body, and the others have details as JSON.
    private static func refuse(_ exchange: Exchange, _ status: HTTPStatus, _ sentence: String) {
        switch status {
        case .unauthorized: exchange.challenge()
        case .forbidden: exchange.respond(status)
        default:
            var body = ByteBuffer()
            OFREPFault.writeBody(sentence, to: &body)
            exchange.respond(status, line: body)
        }
    }

    // MARK: One flag

    private func evaluate(_ call: RouteCall, in bytes: Span<UInt8>, _ exchange: Exchange) {
        let key: String
        do {
            key = try call.segment(0, in: bytes)
        } catch {
            return exchange.respond(OFREPFault.url(error), key: call.rawSegment(0, in: bytes))
        }
        let body = bytes.extracting(call.request.content)
        do throws(OFREPFault) {
            let request = try OFREPRequest(body)
            let world = try OFREPRoutes.world(of: call, in: bytes)
            let parameters = WrittenJSON { request.writeParameters(evaluating: key, body, to: &$0) }
            calls.call(API.Flags.evaluate.name.description, parameters, on: .reads, in: world) { response, text in
                switch response {
                case .failure(let fault): exchange.respond(OFREPFault(fault), key: key)
                case .success(let result): OFREPRoutes.respond(with: result, in: text, key: key, exchange)
                }
            }
        } catch {
            exchange.respond(error, key: key)
        }
    }

    private static func respond(
        with result: JSONRange,
        in text: Span<UInt8>,
        key: String,
        _ exchange: Exchange
    ) {
        var writer = JSONWriter()
        guard let evaluation = OFREPEvaluation(result, in: text) else {
            return exchange.respond(OFREPFault(.unreadable), key: key)
        }
        let status = evaluation.write(text, to: &writer)
        exchange.respond(status, line: writer.takeBytes())
    }

    // MARK: All flags

    private func evaluateAll(_ call: RouteCall, in bytes: Span<UInt8>, _ exchange: Exchange) {
        let form = exchange.origin == nil ? announcing : plain
        do throws(OFREPFault) {
            let body = try form.bodies.body(bytes.extracting(call.request.content))
            let world = try OFREPRoutes.world(of: call, in: bytes)
            guard world == nil, let (version, tag) = keptTag(body, of: call.request, in: bytes) else {
                var known = EntityTagList("if-none-match", of: call.request, in: bytes)
                // A client without a response to keep needs one.
                if known?.isAny == true {
                    known = nil
                }
                return evaluateAll(OFREPBulkRequest(form: form, body: body, known: known, world: world), exchange)
            }
            versions.check(version) { [self] isPresent in
                guard isPresent else {
                    // The flags have changed, so the response is not the one that the client has kept.
                    return evaluateAll(OFREPBulkRequest(form: form, body: body, known: nil, world: nil), exchange)
                }
                exchange.respond(.notModified) { $0.add("ETag", tag.field.span) }
            }
        } catch {
            exchange.respond(error, key: nil)
        }
    }

    /// Returns the version of the flags and the tag of the response, if the client has kept this response.
    private func keptTag(
        _ body: OFREPBulkBody,
        of request: HTTPRequest,
        in bytes: Span<UInt8>
    ) -> (version: String, tag: OFREPTag)? {
        guard let field = OFREPKnownTags.field(of: request, in: bytes) else { return nil }
        guard let version = versions.current else {
            versions.connect()
            return nil
        }
        let tag = body.tag(flagsVersion: version)
        return OFREPKnownTags.contain(tag, from: field, of: request, in: bytes) ? (version, tag) : nil
    }

    private func evaluateAll(_ bulk: OFREPBulkRequest, _ exchange: Exchange) {
        let method = API.Flags.evaluateAll.name.description
        calls.call(method, bulk.body, on: .bulk, in: bulk.world) { response, text in
            switch response {
            case .failure(let fault): exchange.respond(OFREPFault(fault), key: nil)
            case .success(let result): OFREPRoutes.respond(with: result, in: text, to: bulk, exchange)
            }
        }
    }

    private static func respond(
        with result: JSONRange,
        in text: Span<UInt8>,
        to bulk: OFREPBulkRequest,
        _ exchange: Exchange
    ) {
        var writer = JSONWriter()
        // The announced events are about the shared state.
        let stream = bulk.world == nil ? bulk.form.stream : nil
        guard let response = OFREPBulkResponse(result, in: text, announcing: stream, to: &writer) else {
            return exchange.respond(OFREPFault(.unreadable), key: nil)
        }
        let content = writer.takeBytes()
        let tag = bulk.body.tag(of: response, content)
        guard bulk.known?.contains(tag.opaque.span) != true else {
            return exchange.respond(.notModified) { $0.add("ETag", tag.field.span) }
        }
        exchange.respond(.ok, line: content) { $0.add("ETag", tag.field.span) }
    }

    // MARK: Events

    private func streamEvents(_ call: RouteCall, in bytes: Span<UInt8>, _ exchange: Exchange) {
        do {
            guard try call.world(in: bytes) == nil else {
                return exchange.respond(OFREPFault.worldHasNoEvents, key: nil)
            }
        } catch {
            return exchange.respond(OFREPFault.url(error), key: nil)
        }
        guard call.request.method == .get else {
            exchange.beginStream(.ok, .events)
            return exchange.endStream()
        }
        let id = call.request.value(of: "last-event-id", in: bytes)
        events.begin(on: exchange, lastID: id.map { String(decoding: [UInt8](bytes, in: $0), as: UTF8.self) })
    }

    private static func world(of call: RouteCall, in bytes: Span<UInt8>) throws(OFREPFault) -> String? {
        do {
            return try call.world(in: bytes)
        } catch {
            throw .url(error)
        }
    }
}

/// What responses to one kind of client contain, and the bodies of its requests.
private final class OFREPForm {
    let stream: OFREPEventStream?
    let bodies: RecentBodies

    init(announcing stream: OFREPEventStream?) {
        self.stream = stream
        bodies = RecentBodies(
            OFREPTags(version: API.release, caller: "\(Kernel.userID) tunerweb", announcing: stream)
        )
    }
}

/// A request for all flags, which outlives the bytes of the request.
private struct OFREPBulkRequest {
    let form: OFREPForm
    let body: OFREPBulkBody
    /// The tags of the responses that the client has kept; nil without the field.
    let known: EntityTagList?
    let world: String?
}

extension OFREPFault {
    /// The fault of a request that the daemon has not executed.
    init(_ fault: DaemonFault) {
        switch fault {
        case .refused(let error) where fault.status != .serviceUnavailable: self = .refused(error)
        case .refused, .unavailable, .interrupted: self = .unavailable(fault.sentence)
        case .overloaded(let sentence): self = .overloaded(sentence)
        case .unreadable: self = .internal(fault.sentence)
        }
    }
}

extension Exchange {
    /// Responds with the reason why there is no evaluation; `key` is the key of the flag, or nil in a bulk request.
    func respond(_ fault: OFREPFault, key: String?) {
        var body = ByteBuffer()
        fault.writeBody(key: key, to: &body)
        let status = fault.status
        guard !body.isEmpty else { return respond(status) }
        respond(status, line: body)
    }

    /// Responds with JSON and a line break.
    fileprivate func respond(
        _ status: HTTPStatus,
        line json: consuming ByteBuffer,
        _ more: (inout HTTPConnection) -> Void = { _ in }
    ) {
        json.append(UInt8(ascii: "\n"))
        json.withBytes { respond(status, .json, $0, more) }
    }
}
