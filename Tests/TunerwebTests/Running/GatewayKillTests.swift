import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests that kill the real daemon or the real gateway while clients write through HTTP.
///
/// `TUNER_KILLS` sets the number of kills.
@Suite(.blocking) struct GatewayKillTests {
    private static let kills = Kernel.environment("TUNER_KILLS").flatMap { Int($0) } ?? 12
    private static let clients = 50

    /// A client that sets its key to 1, 2, 3 …, and knows which of these values have the status 200.
    private final class Writer {
        let key: String
        private(set) var sent = 0
        private(set) var acknowledged = 0
        /// The statuses other than 200.
        private(set) var failures: Set<Int> = []
        private(set) var isWaiting = false
        private var wire: TestPeer?
        private var input = ""

        init(_ key: String) { self.key = key }

        /// Sends the next value unless the client waits for a response.
        func send(to gateway: GatewayProcess) throws {
            guard !isWaiting else { return }
            let wire = try self.wire ?? gateway.connect()
            self.wire = wire
            sent += 1
            isWaiting = true
            try wire.write("PUT /tune/\(key)/\(sent) HTTP/1.1\r\nHost: \(gateway.host)\r\n\r\n")
        }

        /// Reads what has arrived.
        func read() {
            guard isWaiting, let wire else { return }
            input += wire.read()
            guard let status = input.status, let length = input.field("Content-Length").flatMap({ Int($0) }),
                input.content.utf8.count >= length
            else { return }
            if status == 200 {
                acknowledged = sent
            } else {
                failures.insert(status)
            }
            (input, isWaiting) = ("", false)
        }

        /// Reads to the end of the connection, which the gateway's end causes.
        func finish() {
            input += wire?.readToEnd() ?? ""
            read()
            (wire, input, isWaiting) = (nil, "", false)
        }
    }

    private let directory: TemporaryDirectory
    private let writers: [Writer]

    init() throws {
        directory = try TemporaryDirectory()
        writers = (0..<Self.clients).map { Writer("w\($0).n") }
    }

    /// Lets the clients write until they have some more responses with the status 200.
    private func write(_ count: Int, to gateway: GatewayProcess) throws {
        let begin = acknowledged
        let isEnough = try eventually {
            for _ in 0..<20 where acknowledged < begin + count {
                for writer in writers {
                    try writer.send(to: gateway)
                    writer.read()
                }
            }
            return acknowledged >= begin + count
        }
        #expect(isEnough, "the gateway does not recover")
    }

    private var acknowledged: Int { writers.reduce(0) { $0 + $1.acknowledged } }

    /// Checks that each key has a value that was sent, and none is older than the last one with the status 200.
    private func check(_ daemon: RunningDaemon, _ hint: Comment) throws {
        let values = try daemon.value("tunables.getAll", #"{"match":"w*"}"#)["values"]
        for writer in writers {
            let value = Int(values?[writer.key]?.number ?? 0)
            #expect(writer.acknowledged <= value && value <= writer.sent, "\(writer.key): \(hint)")
        }
    }

    @Test func `after a kill of the daemon every acknowledged value is present, and the gateway continues`() throws {
        let seed = Kernel.environment("TEST_SEED").flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let gateway = try GatewayProcess(in: directory)
        for round in 0..<Self.kills {
            let daemon = try RunningDaemon(durability: "sync", in: directory)
            try check(daemon, "seed \(seed), round \(round)")
            try write(Int.random(in: 1...400, using: &generator), to: gateway)
            try daemon.program.crash()
            let haveResponses = try eventually {
                for writer in writers { writer.read() }
                return writers.allSatisfy { !$0.isWaiting }
            }
            #expect(haveResponses, "seed \(seed), round \(round)")
        }
        // The gateway does not know whether the daemon has made a change to which it has not responded.
        #expect(writers.reduce(into: Set()) { $0.formUnion($1.failures) }.isSubset(of: [503, 504]), "seed \(seed)")
        try check(try RunningDaemon(durability: "sync", in: directory), "seed \(seed), the end")
    }

    @Test func `after a kill of the gateway every acknowledged value is present`() throws {
        let seed = Kernel.environment("TEST_SEED").flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let daemon = try RunningDaemon(durability: "sync", in: directory)
        for round in 0..<Self.kills {
            // A new port each time: after the kill, another program may take the old one.
            let gateway = try GatewayProcess(in: directory)
            try write(Int.random(in: 1...400, using: &generator), to: gateway)
            try gateway.program.crash()
            for writer in writers { writer.finish() }
            // The daemon still receives what the gateway has sent before its end.
            #expect(try eventually { try daemon.value("server.info")["connections"] == 1 })
            try check(daemon, "seed \(seed), round \(round)")
        }
        #expect(writers.allSatisfy { $0.failures.isEmpty }, "seed \(seed)")
    }
}
