import HTTPCore
import JSONCore
import Testing

@Suite struct HandshakeTests {
    private static let fields = [
        "Host: a", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]

    private static func played(_ fields: [String], _ line: String = "GET /rpc HTTP/1.1") -> PlayedConnection {
        let played = PlayedConnection()
        #expect(played.receive(([line] + fields).joined(separator: "\r\n") + "\r\n\r\n") == .request)
        return played
    }

    private static func accept(_ played: PlayedConnection, _ name: StaticString? = nil) -> WebSocketHandshakeFault? {
        let input = [UInt8](played.input)
        do throws(WebSocketHandshakeFault) {
            try played.connection.acceptWebSocket(protocol: name, in: input.span)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the handshake of RFC 6455 is accepted`() {
        let played = Self.played(Self.fields)
        #expect(Self.accept(played) == nil)
        let expected = """
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
            \r

            """
        #expect(played.send() == expected)
        #expect(played.receive() == .wait)
        #expect(!played.wantsInput)
    }

    @Test func `fields may be lists in any case, and a subprotocol is named`() {
        let played = Self.played([
            "Host: a", "UPGRADE: foo, WebSocket", "Connection: keep-alive", "Connection: x, UPGRADE",
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: v2, tuner.v1", "Sec-WebSocket-Protocol: v3",
        ])
        #expect(Self.accept(played, "tuner.v1") == nil)
        #expect(played.send().contains("\r\nSec-WebSocket-Protocol: tuner.v1\r\n"))
    }

    @Test(
        arguments: [
            (0, "Host: b", nil), (1, "Upgrade: h2c", .noUpgrade), (1, "X: websocket", .noUpgrade),
            (2, "Connection: keep-alive", .noUpgrade), (2, "X: Upgrade", .noUpgrade),
            (3, "Sec-WebSocket-Key: ", .key), (3, "X: y", .key), (3, "Sec-WebSocket-Key: c2hvcnQ=", .key),
            (3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZSE=", .key),
            (3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ", .key),
            (3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j_Q==", .key),
            (3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", .key),
            (4, "Sec-WebSocket-Version: 8", .version), (4, "Sec-WebSocket-Version: 13, 8", .version),
            (4, "X: y", .version), (4, "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 13", .version),
        ] as [(Int, String, WebSocketHandshakeFault?)]
    )
    func `each field of a handshake is checked`(index: Int, field: String, fault: WebSocketHandshakeFault?) {
        var fields = Self.fields
        fields[index] = field
        let played = Self.played(fields)
        #expect(Self.accept(played) == fault)
        #expect(played.outputIsEmpty == (fault != nil))
    }

    @Test(arguments: ["POST /rpc HTTP/1.1", "GET /rpc HTTP/1.0", "HEAD /rpc HTTP/1.1"])
    func `only a GET request of HTTP 1.1 is a handshake`(line: String) {
        #expect(Self.accept(Self.played(Self.fields, line)) == .method)
    }

    @Test(
        arguments: [
            (.method, "HTTP/1.1 400 Bad Request\r\nContent-Type"), (.key, "HTTP/1.1 400 Bad Request\r\nContent-Type"),
            (
                .version,
                "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            ), (.noUpgrade, "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\n"),
        ] as [(WebSocketHandshakeFault, String)]
    )
    func `a faulty handshake gets a response, and the connection continues`(
        fault: WebSocketHandshakeFault,
        expected: String
    ) {
        let played = Self.played(Self.fields)
        played.connection.refuseWebSocket(fault)
        #expect(played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == .request)
        let text = played.send()
        #expect(text.hasPrefix(expected))
        #expect(text.hasSuffix("\(fault.sentence)\n"))
    }

    @Test func `bytes behind the handshake are frames`() throws {
        var connection = HTTPConnection()
        var input = ByteBuffer()
        input.append(text: (["GET /rpc HTTP/1.1"] + Self.fields).joined(separator: "\r\n") + "\r\n\r\n")
        let head = [UInt8](input)
        input.append(ClientFrame.text("Hello").span)
        let event = connection.next(in: &input, at: 0)
        #expect(event == .request)
        try connection.acceptWebSocket(in: head.span)
        var webSocket = connection.webSocket(removingRequestFrom: &input, at: 0)
        let message = webSocket.next(in: &input, at: 0)
        #expect(message == .text)
        let content = webSocket.content
        let text = input.withBytes { [UInt8]($0, in: content) }
        #expect(text == Array("Hello".utf8))
        webSocket.send(text: "Hi".utf8.span)
        let output = [UInt8](webSocket.output)
        #expect(output.starts(with: Array("HTTP/1.1 101 ".utf8)))
        #expect(output.suffix(4) == [0x81, 2] + Array("Hi".utf8))
    }
}
