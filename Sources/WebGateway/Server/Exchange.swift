package import HTTPCore
import JSONCore
package import NetworkCore

/// One request and its response.
///
/// An exchange ends exactly once: with the end of the response, or when the client is gone. After that, its functions do
/// nothing. An exchange that is released before its end responds with the status 500, so no client waits for ever.
package final class Exchange {
    /// The fields of every response of the server, whatever its status.
    ///
    /// A page of another site can neither read a response nor show it in a frame. A page of the server runs no script of
    /// its text.
    static let fields: StaticString = """
        X-Content-Type-Options: nosniff\r
        Content-Security-Policy: default-src 'self'; frame-ancestors 'none'\r
        Cross-Origin-Resource-Policy: same-origin\r
        Referrer-Policy: no-referrer\r

        """

    /// The user at the other end of the connection.
    package let owner: SocketOwner
    /// Called once when the client is gone before the end of the response.
    package var whenGone: (() -> Void)?
    /// The index of the route in the names of the router; nil without a route.
    var nameIndex: Int?
    /// The origin of the page that may read the response, if it is not the server's own.
    var origin: String?

    /// Whether the response names the content codings of bodies that the server reads.
    var namesCodings = false

    /// The connection; nil after the end.
    private var peer: HTTPPeer?
    private let start: UInt64
    private var hasBegun = false
    private var roomAction: (() -> Void)?

    init(_ peer: HTTPPeer) {
        self.peer = peer
        owner = peer.owner
        start = peer.server.time
    }

    deinit {
        if !hasBegun {
            peer?.server.count(.internalServerError, ofRoute: nameIndex, since: start)
        }
        peer?.abandonResponse(hasBegun: hasBegun)
    }

    /// Whether the exchange has not ended.
    package var isOpen: Bool { peer != nil }

    /// The server of the connection; nil after the end.
    package var server: HTTPServer? { peer?.server }

    // MARK: Responses

    /// Responds with a body; `more` adds fields.
    ///
    /// Without `isCacheable`, nobody may store the response. With it, `more` adds the field `Cache-Control`.
    package func respond(
        _ status: HTTPStatus,
        _ type: ContentType,
        _ body: Span<UInt8>,
        isCacheable: Bool = false,
        _ more: (inout HTTPConnection) -> Void = { _ in }
    ) {
        begin(status, type, isCacheable: isCacheable, more) { $0.end(body) }
        end()
    }

    /// Responds with a line of text.
    package func respond(
        _ status: HTTPStatus,
        text: String,
        _ more: (inout HTTPConnection) -> Void = { _ in }
    ) {
        respond(status, .text, "\(text)\n".utf8.span, more)
    }

    /// Responds to a request without valid credentials, with the scheme of the credentials and at most a line of text.
    package func challenge(_ text: String? = nil) {
        // RFC 9110, 15.5.2: the status needs the field.
        func addScheme(_ connection: inout HTTPConnection) {
            connection.add("WWW-Authenticate", "Bearer realm=\"tunerweb\"")
        }
        guard let text else { return respond(.unauthorized, addScheme) }
        respond(.unauthorized, text: text, addScheme)
    }

    /// Responds to a request that the server refuses, with a line of text.
    package func refuse(_ status: HTTPStatus, _ sentence: String) {
        guard status != .unauthorized else { return challenge(sentence) }
        respond(status, text: sentence)
    }

    /// Responds without a body, which the statuses 204 and 304 require.
    package func respond(
        _ status: HTTPStatus,
        isCacheable: Bool = false,
        _ more: (inout HTTPConnection) -> Void = { _ in }
    ) {
        begin(status, nil, isCacheable: isCacheable, more) { $0.end() }
        end()
    }

    /// Begins a response whose body is written in parts.
    package func beginStream(
        _ status: HTTPStatus,
        _ type: ContentType,
        _ more: (inout HTTPConnection) -> Void = { _ in }
    ) {
        begin(status, type, isCacheable: false, more) { $0.beginStream() }
        peer?.beginStream()
    }

    /// Lets the end of the client's sending side mean that the client is gone.
    ///
    /// A client of a response without an end sends nothing more, but a program that has ended closes its connection.
    package func endWithInput() { peer?.endWithInput() }

    /// Lowers the limit for the bytes that wait for the client, in memory and in the kernel; `hasRoom` is false beyond it.
    package func limitUnsent(to count: Int) { peer?.limitUnsent(to: count) }

    /// Adds bytes to the body of a stream.
    package func write(_ bytes: Span<UInt8>) {
        guard let peer else { return }
        peer.write { (connection: inout HTTPConnection) in connection.write(bytes) }
        peer.performAtEndOfTurn()
    }

    /// Ends a stream.
    package func endStream() {
        peer?.write { (connection: inout HTTPConnection) in connection.endBody() }
        end()
    }

    /// Ends the connection inside a stream, so that the client recognizes the body as incomplete.
    package func abandon() {
        if !hasBegun {
            peer?.server.count(.internalServerError, ofRoute: nameIndex, since: start)
        }
        peer?.abandonResponse(hasBegun: hasBegun)
        end()
    }

    /// Whether more may be written without waiting for the client; false after the end.
    package var hasRoom: Bool { peer?.hasRoom ?? false }

    /// Calls an action once, in a later turn, when more may be written.
    package func whenRoom(_ action: @escaping () -> Void) {
        guard let peer else { return }
        roomAction = action
        peer.performAtEndOfTurn()
    }

    /// Accepts the handshake of a WebSocket connection, or refuses a faulty one; the exchange then has ended.
    ///
    /// The bytes are those that the route's handler has received. Returns whether the handshake is accepted.
    @discardableResult
    package func acceptWebSocket(
        _ handler: any WebSocketHandler,
        protocol name: StaticString? = nil,
        in bytes: Span<UInt8>
    ) -> Bool {
        guard let peer else { return false }
        let isAccepted = peer.acceptWebSocket(handler, protocol: name, in: bytes)
        peer.server.count(isAccepted ? .switchingProtocols : .badRequest, ofRoute: nameIndex, since: start)
        end()
        return isAccepted
    }

    private func begin(
        _ status: HTTPStatus,
        _ type: ContentType?,
        isCacheable: Bool,
        _ more: (inout HTTPConnection) -> Void,
        _ body: (inout HTTPConnection) -> Void
    ) {
        guard let peer else { return }
        precondition(!hasBegun, "an exchange has one response")
        hasBegun = true
        peer.write { (connection: inout HTTPConnection) in
            connection.begin(status)
            if let type {
                connection.add("Content-Type", type.value)
            }
            if status == .serviceUnavailable || status == .tooManyRequests {
                // What is missing may be there a second later.
                connection.add("Retry-After", "1")
            }
            if namesCodings {
                // RFC 9110, 15.5.16: names the codings that the client may use.
                connection.add("Accept-Encoding", "identity")
            }
            if !isCacheable {
                connection.add("Cache-Control", "no-store")
            }
            if let origin {
                connection.add("Access-Control-Allow-Origin", origin.utf8.span)
                connection.add("Access-Control-Expose-Headers", "ETag, Retry-After")
            }
            if peer.server.variesByOrigin {
                connection.add("Vary", "Origin")
            }
            more(&connection)
            body(&connection)
        }
        // A stream counts when it begins, because it ends with its client.
        peer.server.count(status, ofRoute: nameIndex, since: start)
    }

    private func end() {
        guard let peer else { return }
        self.peer = nil
        whenGone = nil
        roomAction = nil
        peer.exchangeHasEnded()
    }

    // MARK: The connection

    /// Returns the action of `whenRoom`, once.
    func takeRoomAction() -> (() -> Void)? { roomAction.take() }

    /// Notes that the connection has closed.
    func clientIsGone() {
        guard let peer else { return }
        self.peer = nil
        peer.exchangeIsGone()
        roomAction = nil
        whenGone.take()?()
    }
}

@available(*, unavailable)
extension Exchange: Sendable {}
