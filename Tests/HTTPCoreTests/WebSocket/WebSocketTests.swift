import HTTPCore
import JSONCore
import TestSupport
import Testing

@Suite struct WebSocketTests {
    /// A connection in a test that plays its owner.
    final class Played {
        var connection: WebSocketConnection
        var input = ByteBuffer()
        var now: UInt64 = 1_000

        init(limits: WebSocketLimits = WebSocketLimits()) {
            connection = WebSocketConnection(limits: limits, at: now)
        }

        func receive(_ bytes: [UInt8] = []) -> WebSocketEvent {
            input.append(bytes.span)
            return connection.next(in: &input, at: now)
        }

        func send(_ count: Int = .max) -> [UInt8] {
            let sent = [UInt8](connection.output).prefix(count)
            connection.sent(sent.count)
            return Array(sent)
        }

        /// Moves the time to the deadline.
        func reachDeadline() -> WebSocketEvent {
            now = connection.deadline
            connection.reachDeadline(at: now)
            return receive()
        }

        func pause() { connection.pause(buffered: input.count, at: now) }

        var content: [UInt8] { input.withBytes { [UInt8]($0, in: connection.content) } }
        var secondsLeft: UInt64 { (max(connection.deadline, now) - now) / 1_000_000_000 }
        var wantsInput: Bool { connection.wantsInput }
        var hasRoom: Bool { connection.hasRoom }
    }

    private static let hello = ClientFrame.text("Hello")

    // MARK: Limits

    @Test func `a message up to the limit is received, and a longer one fails with 1009 before its payload`() {
        var limits = WebSocketLimits()
        limits.message = 200
        let longest = ClientFrame(2, [UInt8](repeating: 7, count: 200)).bytes
        let played = Played(limits: limits)
        #expect(played.receive(longest) == .binary)
        let longer = ClientFrame(2, [UInt8](repeating: 7, count: 201)).bytes
        #expect(played.receive(Array(longer.prefix(8))) == .failed)
        #expect(ServerFrame.all(in: played.send()) == [.close(1009, "The message is too long.")])
    }

    @Test func `fragments count together`() {
        var limits = WebSocketLimits()
        limits.message = 10
        let played = Played(limits: limits)
        #expect(played.receive(ClientFrame(2, [1, 2, 3, 4], isFinal: false).bytes) == .wait)
        #expect(played.receive(ClientFrame.rest([5, 6, 7, 8, 9, 10])) == .binary)
        #expect(played.content == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(played.receive(ClientFrame(2, [1, 2, 3, 4], isFinal: false).bytes) == .wait)
        #expect(played.receive(Array(ClientFrame.rest([5, 6, 7, 8, 9, 10, 11]).prefix(6))) == .failed)
    }

    @Test func `unfinished messages use no more memory than their content`() {
        let played = Played()
        #expect(played.receive(ClientFrame.text("", isFinal: false)) == .wait)
        for _ in 0..<1_000 {
            #expect(played.receive(ClientFrame.rest([0x61], isFinal: false)) == .wait)
            #expect(played.receive(ClientFrame.ping("x")) == .wait)
            _ = played.send()
        }
        #expect(played.input.count == 1_000)
        #expect(played.receive(ClientFrame.rest([0x62])) == .text)
        #expect(played.content == [UInt8](repeating: 0x61, count: 1_000) + [0x62])
    }

    @Test func `nothing is read while the peer has too much to receive`() {
        var limits = WebSocketLimits()
        limits.unsentOutput = 100
        let played = Played(limits: limits)
        let pings = [[UInt8]](repeating: ClientFrame.ping("0123456789"), count: 100).flatMap { $0 }
        #expect(played.receive(pings + Self.hello) == .wait)
        #expect(!played.hasRoom && !played.wantsInput)
        #expect(played.connection.output.count <= 112)
        var pongs = 0
        while played.connection.output.count > 0 {
            pongs += ServerFrame.all(in: played.send()).count
            if played.receive() == .text {
                #expect(played.content == Array("Hello".utf8))
            }
        }
        #expect(pongs == 100)
    }

    // MARK: Sending

    @Test func `nothing is sent behind a close frame`() {
        let played = Played()
        played.connection.send(text: "a".utf8.span)
        played.connection.ping()
        played.connection.close(.goingAway, reason: "restart")
        played.connection.close(.normal)
        played.connection.send(text: "b".utf8.span)
        played.connection.send(binary: "b".utf8.span)
        played.connection.ping()
        let expected = [ServerFrame(1, [0x61]), ServerFrame(9, []), .close(1001, "restart")]
        #expect(ServerFrame.all(in: played.send()) == expected)
    }

    @Test func `too long a reason or a reserved code traps`() async {
        await #expect(processExitsWith: .failure) {
            var connection = WebSocketConnection(at: 0)
            connection.close(.normal, reason: String(repeating: "x", count: 124))
        }
        await #expect(processExitsWith: .failure) {
            var connection = WebSocketConnection(at: 0)
            connection.close(CloseCode(1006))
        }
    }

    // MARK: The end

    @Test func `after the close frames the server shuts down and waits for the peer`() {
        let played = Played()
        #expect(played.receive(ClientFrame.close(1000)) == .closed)
        #expect(played.receive() == .wait)
        #expect(played.wantsInput == false)
        #expect(ServerFrame.all(in: played.send()) == [.close(1000, "")])
        #expect(played.receive() == .shutDown)
        #expect(played.wantsInput)
        #expect(played.receive([1, 2, 3]) == .wait)
        played.connection.receivedEnd()
        #expect(played.receive() == .close)
    }

    @Test func `a peer that does not end the connection is closed after two seconds`() {
        let played = Played()
        played.connection.close(.normal)
        _ = played.send()
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 2)
        #expect(played.reachDeadline() == .close)
    }

    @Test func `at most a limited number of bytes is dropped at the end`() {
        var limits = WebSocketLimits()
        limits.discardedInput = 10
        let played = Played(limits: limits)
        #expect(played.receive([0xFF]) == .failed)
        _ = played.send()
        #expect(played.receive() == .shutDown)
        #expect(played.receive([UInt8](repeating: 0, count: 5)) == .wait)
        #expect(played.receive([UInt8](repeating: 0, count: 5)) == .close)
    }

    @Test func `a peer that is gone ends the connection`() {
        let played = Played()
        played.connection.send(text: "a".utf8.span)
        played.connection.cannotSend()
        played.connection.send(text: "b".utf8.span)
        #expect(played.receive(Self.hello) == .close)
        #expect(played.connection.output.count == 0)
    }

    // MARK: Time

    @Test func `a silent peer gets a ping, and is closed if it stays silent`() {
        let played = Played()
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30)
        #expect(played.reachDeadline() == .wait)
        #expect(ServerFrame.all(in: played.send()) == [ServerFrame(9, [])])
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30)
        #expect(played.reachDeadline() == .close)
    }

    @Test(arguments: [ClientFrame(10, []).bytes, hello, [0x81]])
    func `anything that is received keeps the connection open`(received: [UInt8]) {
        let played = Played()
        #expect(played.receive() == .wait)
        #expect(played.reachDeadline() == .wait)
        _ = played.send()
        #expect(played.receive() == .wait)
        played.now += 29_000_000_000
        _ = played.receive(received)
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30)
        #expect(played.reachDeadline() == .wait)
        #expect(ServerFrame.all(in: played.send()) == [ServerFrame(9, [])], "a new ping")
    }

    @Test func `an early call at no deadline does nothing`() {
        let played = Played()
        #expect(played.receive() == .wait)
        played.connection.reachDeadline(at: played.connection.deadline - 1)
        #expect(played.receive() == .wait)
        #expect(played.connection.output.count == 0)
    }

    @Test func `a peer that receives nothing is closed`() {
        let played = Played()
        played.now += 20_000_000_000
        #expect(played.receive(Self.hello) == .text)
        #expect(played.receive() == .wait)
        played.connection.send(text: "text".utf8.span)
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30)
        played.now += 29_000_000_000
        _ = played.send(1)
        #expect(played.receive(Self.hello) == .text)
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30)
        #expect(played.reachDeadline() == .close)
    }

    @Test func `a peer that the server does not read from is not silent`() {
        var limits = WebSocketLimits()
        limits.unsentOutput = 3
        let played = Played(limits: limits)
        played.connection.send(text: "a long text".utf8.span)
        for _ in 0..<8 {
            #expect(played.receive() == .wait)
            played.now += 29_000_000_000
            _ = played.send(1)
        }
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30)
        _ = played.send()
        #expect(played.receive() == .wait)
        #expect(played.reachDeadline() == .wait, "only now a ping")
        #expect(ServerFrame.all(in: played.send()) == [ServerFrame(9, [])])
    }

    @Test func `a paused peer may be silent, but must receive the output`() {
        let played = Played()
        played.pause()
        #expect(played.connection.deadline == .max)
        played.now += 600_000_000_000
        #expect(played.receive() == .wait)
        #expect(played.secondsLeft == 30, "after the pause, the peer has all its time")
        played.connection.send(text: "text".utf8.span)
        played.pause()
        #expect(played.secondsLeft == 30)
        played.now += 29_000_000_000
        _ = played.send(1)
        played.pause()
        #expect(played.secondsLeft == 30)
        #expect(played.reachDeadline() == .close)
    }

    // MARK: Messages in parts

    @Test func `a message that is sent in parts is one frame for each part`() {
        let played = Played()
        played.connection.send(textPart: "one".utf8.span, isLast: false)
        played.connection.send(textPart: "two".utf8.span, isLast: false)
        played.connection.send(textPart: "".utf8.span, isLast: true)
        played.connection.send(textPart: "only".utf8.span, isLast: true)
        played.connection.send(text: "next".utf8.span)
        #expect(
            played.send() == [0x01, 3] + Array("one".utf8) + [0x00, 3] + Array("two".utf8) + [0x80, 0]
                + [0x81, 4] + Array("only".utf8) + [0x81, 4] + Array("next".utf8)
        )
    }

    @Test func `pongs and the close frame are sent between the parts of a message`() {
        let played = Played()
        played.connection.send(textPart: "a".utf8.span, isLast: false)
        #expect(played.receive(ClientFrame.ping("p")) == .wait)
        played.connection.send(textPart: "b".utf8.span, isLast: false)
        played.connection.close(.serviceRestart, reason: "")
        played.connection.send(textPart: "c".utf8.span, isLast: true)
        #expect(played.send() == [0x01, 1, 0x61, 0x8A, 1, 0x70, 0x00, 1, 0x62, 0x88, 2, 0x03, 0xF4])
    }
}
