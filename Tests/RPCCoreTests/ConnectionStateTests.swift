import JSONCore
import LoopCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@testable import RPCCore

/// Tests of a connection's protocol without a socket.
@Suite struct ConnectionStateTests {
    static let requests = [
        request("ping", 1), request("send", 2, "[2]"), request("update"), "{]\n",
        "[\(request("ping", 3)),\(request("count", 4, "[250,100]")),7,\(request("send", 5, "[1]"))]",
        request("count", 6, "[250,100]"), request("send", 7, "[1]"), "[]", request("withhold", 8), request("fail", 9),
    ]

    static func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

    static let streams = [requests.joined(), requests.filter { $0 != "{]\n" }.map(framed).joined()]

    /// Delivers the pieces and then the end of the stream; returns the bytes that the peer receives.
    static func exchange(_ pieces: [ArraySlice<UInt8>], isTurnOver: @escaping () -> Bool = { false }) -> String {
        let connection = PlayedConnection()
        connection.isTurnOver = isTurnOver
        for piece in pieces {
            connection.arriving += piece
            connection.run()
        }
        connection.peerHasEnded = true
        connection.run()
        #expect(!connection.isClosed, "a response is withheld")
        connection.release(through: .max)
        #expect(connection.isClosed)
        return connection.sentText
    }

    @Test(arguments: streams.indices)
    func `requests split anywhere get equal responses`(stream: Int) {
        let bytes = Array(Self.streams[stream].utf8)
        let expected = Self.exchange([bytes[...]])
        #expect(expected.matches(of: /"id":/).count == (stream == 0 ? 12 : 11))
        for position in bytes.indices {
            #expect(Self.exchange([bytes[..<position], bytes[position...]]) == expected, "split at \(position)")
        }
        #expect(Self.exchange(bytes.indices.map { bytes[$0...$0] }) == expected, "byte by byte")
        #expect(Self.exchange([bytes[...]], isTurnOver: { true }) == expected, "one request a turn")
    }

    @Test func `a peer that reads byte by byte receives all messages in order`() {
        let connection = PlayedConnection()
        connection.room = 0
        connection.arriving = Array(Self.streams[0].utf8)
        connection.peerHasEnded = true
        for _ in 0..<100_000 where !connection.isClosed {
            connection.run()
            connection.room = 1
            connection.perform()
            connection.release(through: .max)
        }
        #expect(connection.isClosed)
        #expect(connection.sentText == Self.exchange([Array(Self.streams[0].utf8)[...]]))
    }

    @Test func `a thousand requests take sixteen turns`() {
        let connection = PlayedConnection()
        connection.arriving = Array((0..<1_000).map { request("ping", $0) }.joined().utf8)
        connection.receive()
        var turns = 1
        while connection.awaitsTurn {
            connection.turn()
            turns += 1
        }
        #expect(turns == 16)
        #expect(connection.sentText == (0..<1_000).map { response($0, "\"pong\"") + "\n" }.joined())
    }

    @Test func `nothing is read from a peer that does not read its responses`() {
        var limits = ServerLimits()
        limits.unsentResponses = 10_000
        let connection = PlayedConnection(limits: limits)
        connection.room = 0
        connection.arriving = Array((0..<10).map { request("fill", $0, "[3000]") }.joined().utf8)
        connection.run()
        #expect(connection.interest == .writable)
        connection.room = 9_000
        connection.perform()
        #expect(connection.awaitsTurn)
        #expect(connection.interest == [.readable, .writable])
    }

    @Test func `a message that takes too long ends the connection`() {
        let connection = PlayedConnection()
        connection.arriving = Array(#"{"jsonrpc":"2.0","id":1,"#.utf8)
        connection.run()
        #expect(connection.wakeTime == MonotonicTime(nanoseconds: 60_000_000_000))
        connection.reachDeadline()
        #expect(connection.sentText.contains(#""id":1,"error""#))
        #expect(connection.hasShutDown && !connection.isClosed)
        connection.reachDeadline()
        #expect(connection.isClosed)
    }

    @Test func `the input discarded after a fatal fault has a limit`() {
        var limits = ServerLimits()
        limits.discardedInput = 100
        let connection = PlayedConnection(limits: limits)
        connection.arriving = Array("GET / HTTP/1.1\r\n".utf8)
        connection.run()
        #expect(connection.hasShutDown)
        connection.arriving = [UInt8](repeating: 0, count: 101)
        connection.receive(atMost: 100)
        #expect(!connection.isClosed)
        connection.receive()
        #expect(connection.isClosed)
    }

    @Test(arguments: ["closeAtOnce", "sendTooMuch"])
    func `a connection can be closed by its handler or by too many notifications`(way: String) {
        var limits = ServerLimits()
        limits.unsentNotifications = 10
        let connection = PlayedConnection(limits: limits)
        connection.arriving = Array(
            "[\(request("ping", 1)),\(request("ping", 2))]\(request("ping", 3))\(request("ping", 4))".utf8
        )
        var handled = 0
        connection.whenHandled = {
            handled += 1
            if handled == 3, way == "closeAtOnce" {
                connection.close()
            }
        }
        connection.receive()
        connection.whenHandled = {}
        if way == "sendTooMuch" {
            #expect(!connection.isClosed)
            connection.room = 0
            let text = TestService.notification("sent", 1)
            // One notification may exceed the limit, so the first one is accepted.
            let isSent = [connection.send(text), connection.send(text)]
            #expect(isSent == [true, false])
            connection.perform()
        } else {
            #expect(handled == 3)
        }
        #expect(connection.isClosed)
        #expect(connection.send(TestService.notification("sent", 1)) == false)
    }

    @Test func `a server that ends waits for the responses, then for all connections`() {
        let connection = PlayedConnection()
        connection.arriving = Array((request("withhold", 1) + request("ping", 2)).utf8)
        connection.run()
        connection.finish()
        #expect(!connection.isFinished)
        #expect(connection.interest.isEmpty)
        connection.release(through: .max)
        #expect(connection.isFinished && !connection.isClosed)
        #expect(connection.sentText.split(separator: "\n").count == 2)
        connection.allowEnd()
        #expect(connection.isClosed)
    }

    @Test(arguments: Seeds.all)
    func `random events keep every response complete and in order`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var play = RandomPlay(&generator)
            for _ in 0..<150 { try play.step(&generator) }
            try play.end()
        }
    }
}

/// Random events on a connection, compared with a list of the messages that its peer must receive.
private struct RandomPlay {
    private final class Model {
        var expected = ExpectedMessages()
        var items: [ExpectedMessages.Item] = []
        /// The number of handled items.
        var handled = 0
        var handledInBatch = 0
        /// The number of failed responses in the batch that is being handled.
        var failedInBatch = 0
    }

    private let connection: PlayedConnection
    private let model = Model()
    private var nextID = 1

    init(_ generator: inout SeededGenerator) {
        var limits = ServerLimits()
        limits.unsentResponses = Int.random(in: 100...20_000, using: &generator)
        limits.unsentNotifications = .max
        connection = PlayedConnection(limits: limits)
        let pauses = SeededGenerator(seed: .random(in: 0 ... .max, using: &generator))
        var state = pauses
        connection.isTurnOver = { Bool.random(using: &state) }
        connection.whenSent = { [model] in model.expected.notify($0) }
        connection.whenHandled = { [model, unowned connection] in RandomPlay.note(model, connection) }
        connection.whenBatchEnded = { [model] in
            var item = model.items[model.handled]
            let failed = item.failed
            item = ExpectedMessages.Item(
                text: item.text,
                responses: Array(failed.responses[..<model.failedInBatch] + item.responses[model.failedInBatch...]),
                isBatch: true
            )
            model.expected.respond(to: item)
            (model.handledInBatch, model.failedInBatch) = (0, 0)
            model.handled += 1
        }
    }

    /// Records that the next request is handled, after its handler may have withheld responses.
    private static func note(_ model: Model, _ connection: PlayedConnection) {
        if connection.isWithheld {
            model.expected.withhold(until: connection.service.number)
        }
        guard model.items[model.handled].isBatch else {
            model.expected.respond(to: model.items[model.handled])
            model.handled += 1
            return
        }
        model.handledInBatch += 1
    }

    mutating func step(_ generator: inout SeededGenerator) throws {
        switch Int.random(in: 0..<15, using: &generator) {
        case 0...3: addRequest(&generator)
        case 4...6: connection.receive(atMost: .random(in: 1...300, using: &generator))
        case 7, 8: connection.turn()
        case 9:
            connection.room = .random(in: 0...5_000, using: &generator)
            connection.perform()
        case 10:
            connection.room = .max
            connection.perform()
        case 11: release(.random(in: 0...connection.service.number, using: &generator))
        case 12 where Int.random(in: 0..<3, using: &generator) == 0: fail()
        case 13:
            connection.send(TestService.notification("sent", 7))
            connection.perform()
        default: connection.perform()
        }
        try check()
    }

    private mutating func addRequest(_ generator: inout SeededGenerator) {
        let item: ExpectedMessages.Item
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: item = single("withhold", "[\(connection.service.number + 1)]", "\"withheld\"")
        case 1: item = single("send", "[\(Int.random(in: 0..<3, using: &generator))]", "true")
        case 2:
            let count = Int.random(in: 0..<400, using: &generator)
            item = single("count", "[\(count),100]", StreamingTests.numbers(count))
        case 3:
            let count = Int.random(in: 0..<2_000, using: &generator)
            item = single("fill", "[\(count)]", "\"\(String(repeating: "x", count: count))\"")
        case 4 where model.items.last?.isBatch == false:
            let members = (0..<Int.random(in: 1..<5, using: &generator)).map { _ in single("ping", "[]", "\"pong\"") }
            item = ExpectedMessages.Item(
                text: "[\(members.map(\.text).joined(separator: ","))]",
                responses: members.flatMap(\.responses),
                isBatch: true
            )
        case 5: item = ExpectedMessages.Item(text: request("update"), responses: [])
        default: item = single("ping", "[]", "\"pong\"")
        }
        model.items.append(item)
        connection.arriving += Array(item.text.utf8)
    }

    private mutating func single(_ method: String, _ params: String, _ result: String) -> ExpectedMessages.Item {
        let id = nextID
        nextID += 1
        return ExpectedMessages.Item(text: request(method, id, params), responses: [(id, response(id, result))])
    }

    private func release(_ number: UInt64) {
        model.expected.release(through: number)
        connection.release(through: number)
    }

    private func fail() {
        guard connection.isWithheld else { return }
        model.failedInBatch = model.handledInBatch
        model.expected.fail()
        connection.failWithheld()
    }

    /// Lets the connection finish all work and close.
    func end() throws {
        connection.peerHasEnded = true
        connection.room = .max
        for _ in 0..<1_000 where !connection.isClosed {
            connection.perform()
            connection.run()
            release(connection.service.number)
        }
        try check()
        try #require(connection.isClosed)
        try #require(model.handled == model.items.count)
        let isAll = connection.sentText.utf8.count == model.expected.messages.reduce(0) { $0 + $1.utf8.count + 1 }
        try #require(isAll)
    }

    private func check() throws {
        try #require(connection.waits || connection.isClosed)
        let isInOrder = model.expected.messages.map { $0 + "\n" }.joined().hasPrefix(connection.sentText)
        try #require(isInOrder)
    }
}
