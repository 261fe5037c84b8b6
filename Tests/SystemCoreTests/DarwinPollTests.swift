import TestSupport
import Testing

@testable import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct DarwinPollTests {
    private static func ready(_ backend: PollBackend) throws -> [UInt64: Readiness] {
        var events: [PollerEvent] = []
        try backend.wait(.none, into: &events)
        return Dictionary(uniqueKeysWithValues: events.map { ($0.token, $0.readiness) })
    }

    @Test func `a half-close that the system reports as a hangup is only readable`() throws {
        let backend = PollBackend(DarwinPoll.call)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try backend.add(pair.first.raw, token: 1, interest: .readable)
        #expect(try Self.ready(backend) == [:])
        try Kernel.shutdownWriting(pair.second)
        #expect(try Self.ready(backend) == [1: .readable])
        try backend.modify(pair.first.raw, token: 2, interest: [.readable, .writable])
        #expect(try Self.ready(backend) == [2: [.readable, .writable]])
        try backend.modify(pair.first.raw, token: 3, interest: .writable)
        #expect(try Self.ready(backend) == [3: .writable])
    }

    @Test(arguments: [Interest.readable, .writable, [.readable, .writable]])
    func `a peer that is gone is a hangup`(interest: Interest) throws {
        let backend = PollBackend(DarwinPoll.call)
        let pair = try Kernel.socketPair(nonBlocking: true)
        let byte: [UInt8] = [1]
        _ = try Kernel.send(pair.second, byte.span)
        let left = pair.keepFirst()
        try backend.add(left.raw, token: 1, interest: interest)
        let readiness = try #require(try Self.ready(backend)[1])
        #expect(readiness.contains(.hangup))
        #expect(readiness.contains(.readable) == interest.contains(.readable))
    }

    @Test func `without an interest, only a peer that is gone is a hangup`() throws {
        let backend = PollBackend(DarwinPoll.call)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try backend.add(pair.first.raw, token: 1, interest: [])
        #expect(try Self.ready(backend) == [:])
        try Kernel.shutdownWriting(pair.second)
        #expect(try Self.ready(backend) == [:])
        let left = pair.keepFirst()
        #expect(try Self.ready(backend) == [1: .hangup])
        try backend.remove(left.raw)
        #expect(try Self.ready(backend) == [:])
    }

    @Test func `a peer that goes during a wait without an interest ends the wait`() throws {
        let backend = PollBackend(DarwinPoll.call)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try backend.add(pair.first.raw, token: 1, interest: [])
        let far = pair.second.raw
        let thread = TestThread { _ = shutdown(far, Int32(SHUT_RDWR)) }
        var events: [PollerEvent] = []
        while events.isEmpty { try backend.wait(.forever, into: &events) }
        thread.join()
        #expect(events == [PollerEvent(token: 1, readiness: .hangup)])
    }

    @Test func `a half-closed peer that then goes is a hangup for a wait to send`() throws {
        let backend = PollBackend(DarwinPoll.call)
        let pair = try Kernel.socketPair(nonBlocking: true)
        try Kernel.shutdownWriting(pair.second)
        let left = pair.keepFirst()
        try backend.add(left.raw, token: 1, interest: .writable)
        #expect(try Self.ready(backend) == [1: .hangup])
    }

    @Test func `a file that the system cannot wait for is ready for what was wanted`() throws {
        let refusing = PollCall(reportsHalfCloseAsHangup: true) { entries, _ in
            for index in entries.indices { entries[index].revents = Int16(POLLNVAL) }
            return Int32(entries.count)
        }
        let backend = PollBackend(refusing)
        let device = try Kernel.open("/dev/null", .read)
        try backend.add(device.raw, token: 1, interest: .readable)
        #expect(try Self.ready(backend) == [1: .readable])
    }
}
