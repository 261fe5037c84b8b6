import HTTPCore
import JSONCore
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of WebSocket connections in the server.
struct WebSocketTests {
    /// Returns each message to its sender, and notes what happens.
    final class Echo: WebSocketHandler {
        var webSocket: WebSocket?
        var events: [String] = []
        var echoes = true
        var pauses = false

        func opened(_ webSocket: WebSocket) {
            self.webSocket = webSocket
            events.append("opened")
        }

        func received(text: Span<UInt8>, _ webSocket: WebSocket) {
            events.append("text \(text.count)")
            if pauses { webSocket.isPaused = true }
            if echoes { webSocket.send(text: text) }
        }

        func received(binary: Span<UInt8>, _ webSocket: WebSocket) {
            events.append("binary \(binary.count)")
            if echoes { webSocket.send(binary: binary) }
        }

        func hasRoom(_ webSocket: WebSocket) { events.append("room") }

        func ended(_ code: CloseCode?) { events.append("ended \(code?.number ?? 0)") }
    }

    private let echo = Echo()

    private func bench(_ limits: WebLimits = WebLimits()) throws -> WebTestBench {
        try WebTestBench(
            [
                Route(.get, "/echo", .restricted) { [echo] _, bytes, exchange in
                    exchange.acceptWebSocket(echo, in: bytes)
                }
            ],
            limits: limits
        )
    }

    private static let handshake = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// Returns a masked frame, whose mask is zero, with a payload of less than 64 KiB.
    private static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length = count < 126 ? [0x80 | UInt8(count)] : [0xFE, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [0x80 | opcode] + length + [0, 0, 0, 0] + payload
    }

    private func open(_ bench: WebTestBench) throws -> TestPeer {
        let wire = try bench.connect()
        let response = try bench.request("GET /echo", Self.handshake, on: wire)
        #expect(response.status == 101)
        #expect(response.field("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        return wire
    }

    @Test func `messages go both ways`() throws {
        let bench = try bench()
        let wire = try open(bench)
        try wire.write(Self.frame(1, Array("hello".utf8)))
        try bench.turn(2)
        #expect(wire.read() == "\u{FFFD}\u{5}hello")
        try wire.write(Self.frame(2, [1, 2]) + Self.frame(1, []))
        try bench.turn(2)
        #expect(echo.events == ["opened", "text 5", "binary 2", "text 0"])
    }

    @Test func `a message right behind the handshake is received`() throws {
        let bench = try bench()
        let wire = try bench.connect()
        try wire.write(Array(bench.text("GET /echo", Self.handshake).utf8) + Self.frame(1, [0x41]))
        try bench.turn(3)
        #expect(wire.read().hasSuffix("\u{1}A"))
        #expect(echo.events == ["opened", "text 1"])
    }

    @Test(
        arguments: [
            (["Connection: Upgrade", "Upgrade: websocket"], 426), ([], 426),
            (Array(handshake.dropLast()) + ["Sec-WebSocket-Key: short"], 400),
        ]
    )
    func `a faulty handshake is refused, and the connection continues`(fields: [String], status: Int) throws {
        let bench = try bench()
        let wire = try bench.connect()
        #expect(try bench.request("GET /echo", fields, on: wire).status == status)
        #expect(echo.events == [])
        #expect(try bench.request("GET /nothing", on: wire).status == 404)
    }

    @Test func `a handshake without a credential is refused before the upgrade`() throws {
        let bench = try bench()
        #expect(try bench.request("GET /echo", Self.handshake, on: try bench.connect(as: .user(7))).status == 401)
        let page = Self.handshake + ["Origin: http://localhost"]
        #expect(try bench.request("GET /echo", page, on: try bench.connect()).status == 401)
        let other = Self.handshake + ["Origin: http://evil.example"]
        #expect(try bench.request("GET /echo", other, on: try bench.connect()).status == 403)
        #expect(echo.events == [])
    }

    @Test func `the handler is called once at the end, with the code`() throws {
        let bench = try bench()
        let wire = try open(bench)
        try wire.write(Self.frame(8, [0x03, 0xE9]))
        try bench.turn(3)
        #expect(echo.events == ["opened", "ended 1001"])
        #expect(echo.webSocket?.isOpen == false)
        echo.webSocket?.send(text: "late".utf8.span)
        wire.close()
        try bench.turn(3)
        #expect(echo.events == ["opened", "ended 1001"])
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `the handler is called for a lost connection`() throws {
        let bench = try bench()
        let wire = try open(bench)
        wire.close()
        try bench.turn(3)
        #expect(echo.events == ["opened", "ended 0"])
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a frame that breaks the protocol ends the connection`() throws {
        let bench = try bench()
        let wire = try open(bench)
        // A frame without a mask.
        try wire.write([0x81, 0x01, 0x41])
        try bench.turn(3)
        #expect(echo.events == ["opened", "ended 1002"])
        wire.close()
        try bench.turn(3)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `while the handler pauses, the client has to wait`() throws {
        let bench = try bench()
        let wire = try open(bench)
        echo.echoes = false
        echo.webSocket?.isPaused = true
        let message = Self.frame(1, [UInt8](repeating: 0x41, count: 60_000))
        var written = 0
        for _ in 0..<200 {
            written += try wire.write(message)
            try bench.turn()
        }
        #expect(echo.events == ["opened"])
        #expect(written < 100 * message.count)
        // No time limit ends a paused connection.
        try bench.advance(by: .seconds(600))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 1)
        #expect(wire.read() == "")
        echo.webSocket?.isPaused = false
        try bench.turn(200)
        #expect(echo.events.count == 1 + written / message.count)
    }

    @Test func `a paused client that receives nothing is closed`() throws {
        let bench = try bench()
        let wire = try open(bench)
        echo.webSocket?.isPaused = true
        echo.webSocket?.send(text: String(repeating: "x", count: 1 << 20).utf8.span)
        try bench.turn(3)
        try bench.advance(by: .seconds(29))
        #expect(!wire.read(atMost: 1 << 18).isEmpty)
        try bench.turn(2)
        try bench.advance(by: .seconds(29))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 1)
        try bench.advance(by: .seconds(2))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
        #expect(echo.events == ["opened", "ended 0"])
    }

    @Test func `a handler that pauses after its close frame does not keep the connection open`() throws {
        let bench = try bench()
        let silent = try open(bench)
        echo.webSocket?.close(.goingAway)
        echo.webSocket?.isPaused = true
        try bench.turn(2)
        #expect(!silent.read().isEmpty)
        try bench.advance(by: .seconds(3))
        try bench.turn(2)
        #expect(silent.hasEnded)
        let polite = try open(bench)
        echo.webSocket?.close(.goingAway)
        echo.webSocket?.isPaused = true
        try bench.turn(2)
        try polite.write(Self.frame(8, [0x03, 0xE9]))
        try bench.turn(3)
        #expect(echo.events.last == "ended 1001")
    }

    @Test func `a handler that pauses gets no further message, also of those that have arrived`() throws {
        let bench = try bench()
        let wire = try open(bench)
        echo.pauses = true
        try wire.write(Self.frame(1, [1]) + Self.frame(1, [1, 2]) + Self.frame(1, [1, 2, 3]))
        try bench.turn(3)
        #expect(echo.events == ["opened", "text 1"])
        // What was sent before the pause arrives.
        #expect(wire.read() == "\u{FFFD}\u{1}\u{1}")
        echo.webSocket?.isPaused = false
        try bench.turn(3)
        #expect(echo.events == ["opened", "text 1", "text 2"])
        echo.pauses = false
        echo.webSocket?.isPaused = false
        try bench.turn(3)
        #expect(echo.events == ["opened", "text 1", "text 2", "text 3"])
    }

    @Test func `a client that is gone during a pause ends the connection`() throws {
        let bench = try bench()
        let wire = try open(bench)
        echo.webSocket?.isPaused = true
        try bench.turn()
        wire.close()
        try bench.turn(3)
        #expect(echo.events == ["opened", "ended 0"])
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `the handler is called when a slow client has room again`() throws {
        let bench = try bench()
        let wire = try open(bench)
        let webSocket = try #require(echo.webSocket)
        let message = String(repeating: "m", count: 10_000)
        var sent = 0
        for _ in 0..<4 {
            while webSocket.hasRoom, sent < 10_000 {
                webSocket.send(text: message.utf8.span)
                sent += 1
            }
            try bench.turn(2)
        }
        #expect(sent < 1_000)
        echo.events = []
        try bench.turn(3)
        #expect(echo.events == [])
        #expect(try bench.drain(wire).occurrences(of: "m") == sent * message.count)
        #expect(echo.events == ["room"])
        #expect(webSocket.hasRoom)
    }

    @Test func `a silent client gets a ping, and is closed without a pong`() throws {
        let bench = try bench()
        let wire = try open(bench)
        try bench.advance(by: .seconds(31))
        #expect(wire.read() == "\u{FFFD}\0")
        try wire.write(Self.frame(10, []))
        try bench.advance(by: .seconds(29))
        #expect(bench.server.connectionCount == 1)
        try bench.advance(by: .seconds(31))
        try bench.advance(by: .seconds(31))
        try bench.turn(2)
        #expect(echo.events == ["opened", "ended 0"])
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `at the end of the server a connection is closed with the code 1001`() throws {
        let bench = try bench()
        let wire = try open(bench)
        var hasEnded = 0
        bench.server.end(within: .seconds(5)) { hasEnded += 1 }
        try bench.turn(2)
        #expect(wire.read().hasSuffix("\u{2}\u{3}\u{FFFD}"))
        try wire.write(Self.frame(8, [0x03, 0xE9]))
        wire.close()
        try bench.turn(4)
        #expect(echo.events == ["opened", "ended 1001"])
        #expect(hasEnded == 1)
    }
}
