import HTTPCore
import JSONCore

/// What an HTTP connection reports and sends when it receives a stream in pieces, and a simple server responds.
///
/// The server accepts bodies of up to 64 bytes. Its path decides how it responds; see `respond(_:_:)`.
struct Exchange: Equatable {
    /// The requests, faults and the end of the connection.
    private(set) var events: [String] = []
    /// The bytes that the peer receives, without the responses `100 Continue`.
    private(set) var output: [UInt8] = []
    /// The number of responses `100 Continue`.
    private(set) var continues = 0
    /// The methods of the requests that got a response, or were refused.
    private(set) var methods: [HTTPMethod] = []

    static let bodyLimit = 64

    static var narrowLimits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requestLine = 40
        limits.fields = 120
        limits.chunkLine = 12
        limits.chunkExtensions = 16
        limits.trailers = 24
        limits.skippedBody = 16
        limits.unsentOutput = 100
        return limits
    }

    /// Delivers the pieces, and then the end of the stream.
    init(_ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits(), ends: Bool = true) {
        var connection = HTTPConnection(limits: limits)
        var input = ByteBuffer()
        for piece in pieces {
            input.append(Array(piece).span)
            run(&connection, &input)
        }
        if ends {
            connection.receivedEnd()
            run(&connection, &input)
        }
    }

    /// Delivers a stream whole.
    init(_ stream: String, limits: HTTPLimits = HTTPLimits(), ends: Bool = true) {
        self.init([Array(stream.utf8)[...]], limits: limits, ends: ends)
    }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Handles events until the connection waits and has nothing to send.
    private mutating func run(_ connection: inout HTTPConnection, _ input: inout ByteBuffer) {
        while events.last != "close" {
            switch connection.next(in: &input, at: 0) {
            case .wait:
                guard !connection.output.isEmpty else { return }
                takeOutput(of: &connection)
            case .head:
                events.append("head")
                // So `100 Continue`, if it follows, is the first of the next output.
                takeOutput(of: &connection)
                let path = input.withBytes { String(decoding: [UInt8]($0, in: connection.request.path), as: UTF8.self) }
                if path == "/early" {
                    input.withBytes { respond(&connection, $0) }
                } else {
                    connection.acceptBody(limit: Exchange.bodyLimit)
                }
            case .request:
                input.withBytes { events.append(Exchange.description(of: connection.request, in: $0)) }
                input.withBytes { respond(&connection, $0) }
            case .bodyTooLong:
                guard let fault = connection.fault else { return events.append("no fault") }
                events.append("\(fault)")
                methods.append(connection.request.method)
                connection.begin(fault.status)
                connection.end("\(fault.sentence)\n".utf8.span)
            case .refused:
                events.append(connection.fault.map { "\($0)" } ?? "no fault")
                methods.append(connection.request.method)
            case .shutDown: events.append("shutDown")
            case .close: events.append("close")
            }
        }
    }

    private mutating func takeOutput(of connection: inout HTTPConnection) {
        let sent = [UInt8](connection.output)
        connection.sent(sent.count)
        let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        if sent.starts(with: interim) {
            continues += 1
            output += sent.dropFirst(interim.count)
        } else {
            output += sent
        }
    }

    static func description(of request: HTTPRequest, in bytes: Span<UInt8>) -> String {
        func text(_ range: Range<Int>) -> String { String(decoding: [UInt8](bytes, in: range), as: UTF8.self) }
        var words = [text(request.methodName), text(request.path)]
        if let query = request.query {
            words.append("?\(text(query))")
        }
        words.append("\(request.host.map(text) ?? "nil") \(request.isVersion11 ? "1.1" : "1.0")")
        words.append(request.keepsAlive ? "keep" : "close")
        if request.hasBody {
            words.append("[\(text(request.content))]")
        }
        return words.joined(separator: " ")
    }

    /// Responds by the path of the request.
    private mutating func respond(_ connection: inout HTTPConnection, _ bytes: Span<UInt8>) {
        let request = connection.request
        methods.append(request.method)
        let path = [UInt8](bytes, in: request.path)
        switch String(decoding: path, as: UTF8.self) {
        case "/none":
            connection.begin(.noContent)
            connection.end()
        case "/stream":
            connection.begin(.ok)
            connection.add("Content-Type", "text/plain")
            connection.beginStream()
            connection.write("one ".utf8.span)
            connection.write("".utf8.span)
            connection.write("and a longer second part".utf8.span)
            connection.endBody()
        case "/abandon":
            connection.begin(.ok)
            connection.beginBody(count: 10)
            connection.write("half".utf8.span)
            connection.abandonBody()
        case "/early":
            connection.begin(.unauthorized)
            connection.end("no".utf8.span)
        default:
            connection.begin(.ok)
            connection.add("X-Path", path.span)
            connection.end(bytes.extracting(request.content))
        }
    }
}
