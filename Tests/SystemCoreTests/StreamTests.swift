import SystemCore
import TestSupport
import Testing

@Suite struct StreamTests {
    private static func receive(_ descriptor: borrowing Descriptor, room: Int = 64) throws -> (Transfer, [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: room)
        var span = bytes.mutableSpan
        let transfer = try Kernel.receive(descriptor, into: &span)
        if case .bytes(let count) = transfer { return (transfer, Array(bytes.prefix(count))) }
        return (transfer, [])
    }

    @Test func `sent data is received, and a further receive would block`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        #expect(try Self.receive(pair.first).0 == .wouldBlock)
        let sent = try Kernel.send(pair.second, Array("hello".utf8).span)
        #expect(sent == .bytes(5))
        #expect(try Self.receive(pair.first).1 == Array("hello".utf8))
        #expect(try Self.receive(pair.first).0 == .wouldBlock)
    }

    @Test func `data is received into an unsafe buffer`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.send(pair.second, Array("hello".utf8).span)
        var bytes = [UInt8](repeating: 0, count: 3)
        let transfer = try unsafe bytes.withUnsafeMutableBytes { try unsafe Kernel.receive(pair.first, into: $0) }
        #expect(transfer == .bytes(3))
        #expect(bytes == Array("hel".utf8))
    }

    @Test func `sending zero bytes is not the end of the stream`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        let none: [UInt8] = []
        #expect(try Kernel.send(pair.second, none.span) == .bytes(0))
        #expect(try Self.receive(pair.first).0 == .wouldBlock)
    }

    @Test func `a full socket sends a part, then would block, and loses no bytes`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        let chunk = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        var sent: [UInt8] = []
        while case .bytes(let count) = try Kernel.send(pair.second, chunk.span) { sent += chunk.prefix(count) }
        var received: [UInt8] = []
        while case (.bytes, let bytes) = try Self.receive(pair.first, room: 70_000) { received += bytes }
        #expect(sent.count % chunk.count > 0, "no send took only a part")
        #expect(received == sent)
    }

    @Test func `after a half-close the rest is received, then the end, and the other direction works`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.send(pair.second, Array("last".utf8).span)
        try Kernel.shutdownWriting(pair.second)
        #expect(try Self.receive(pair.first).1 == Array("last".utf8))
        #expect(try Self.receive(pair.first).0 == .end)
        _ = try Kernel.send(pair.first, Array("response".utf8).span)
        #expect(try Self.receive(pair.second).1 == Array("response".utf8))
    }

    @Test func `after a shutdown both ends receive the earlier data, then the end`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.send(pair.second, Array("early".utf8).span)
        _ = try Kernel.send(pair.first, Array("response".utf8).span)
        try Kernel.shutdown(pair.first)
        #expect(throws: SystemError("send", .brokenPipe)) { _ = try Kernel.send(pair.second, Array("late".utf8).span) }
        #expect(try Self.receive(pair.first).1 == Array("early".utf8))
        #expect(try Self.receive(pair.first).0 == .end)
        let peer = pair.keepSecond()
        #expect(try Self.receive(peer).1 == Array("response".utf8))
        #expect(try Self.receive(peer).0 == .end)
    }

    // The test runs in its own process, where SIGPIPE has its default action and would end the process.
    @Test func `sending to a disconnected peer is an error, not a signal`() async {
        await #expect(processExitsWith: .success) {
            let sender = try Self.oneEnd()
            do throws(SystemError) {
                _ = try Kernel.send(sender, Array("x".utf8).span)
                fatalError("nobody is there")
            } catch {
                demand(error.errno == .brokenPipe && error.errno.meansPeerIsGone)
            }
            try Kernel.shutdownWriting(sender)
        }
    }

    private static func oneEnd() throws -> Descriptor {
        try Kernel.socketPair(nonBlocking: true).keepFirst()
    }

    @Test func `a peer that closes with unread input resets the connection`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.send(pair.first, Array("never read".utf8).span)
        let left = pair.keepFirst()
        #expect(throws: SystemError("recv", .connectionReset)) { _ = try Self.receive(left) }
    }

    @Test func `writing to a broken pipe is an error when SIGPIPE is ignored`() async {
        await #expect(processExitsWith: .success) {
            Kernel.ignoreBrokenPipes()
            let writer = try Kernel.pipe().keepSecond()
            do throws(SystemError) {
                _ = try Kernel.write(writer, Array("x".utf8).span)
                fatalError("nobody reads")
            } catch {
                demand(error.errno == .brokenPipe)
            }
        }
    }

    @Test func `receiving into an empty buffer traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let pair = try Kernel.socketPair(nonBlocking: true)
            _ = try Self.receive(pair.first, room: 0)
        }
    }
}
