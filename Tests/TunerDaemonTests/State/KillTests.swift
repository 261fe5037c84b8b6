import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests that kill the real daemon at random moments while clients write.
///
/// `TUNER_KILLS` sets the number of kills.
@Suite(.blocking) struct KillTests {
    private static let kills = Kernel.environment("TUNER_KILLS").flatMap { Int($0) } ?? 30
    private static let names = ["w0", "w1", "w2", "w3"]

    /// Returns the values of a writer's keys, as a client reads them.
    private static func values(of name: String, _ client: Client) throws -> [String: Int64] {
        let response = try client.call("tunables.getAll", ["match": .string("\(name).*")])
        guard case .object(let values)? = response["values"] else { return [:] }
        return Dictionary(uniqueKeysWithValues: values.members.map { ($0.name, $0.value.integer ?? -1) })
    }

    /// Starts a daemon and kills it after a time, perhaps before it is ready.
    private static func killInStart(_ directory: TemporaryDirectory, after time: Duration) throws {
        let line = ["--socket", directory.file("tuner/tunerd.sock"), "--state", directory.file("state")]
        let program = try Program(BuiltProduct.path("tunerd"), line)
        _ = try? program.errors(within: time) { _ in false }
        try program.crash()
    }

    /// The expected state between two runs of the daemon.
    private struct Knowledge {
        var epoch: String?
        var revision: Int64 = 0
        var acknowledged: Set<Int64> = []
        var values: [String: [String: Int64]] = [:]
    }

    /// Lets the writers write until a random moment, and then kills the daemon.
    private static func live(
        _ daemon: DaemonProcess,
        _ known: inout Knowledge,
        round: Int,
        _ generator: inout SeededGenerator
    ) throws -> [RecordingWriter] {
        let writers = try names.map { name in
            try RecordingWriter(
                name,
                to: try daemon.wire(),
                holding: known.values[name] ?? [:],
                number: Int64(round) * 1_000_000,
                seed: generator.next()
            )
        }
        let acknowledged = Int.random(in: 0...100, using: &generator)
        while writers.reduce(0, { $0 + $1.acknowledged }) < acknowledged, writers.allSatisfy({ $0.fault == nil }) {
            for writer in writers {
                for _ in 0..<Int.random(in: 0..<12, using: &generator) { try writer.write() }
                try writer.read()
            }
        }
        try daemon.kill()
        for writer in writers { try writer.readToEnd() }
        return writers
    }

    /// Checks that the values match a state after one of each writer's requests, not earlier than the last response.
    private static func checkValues(
        at client: Client,
        after writers: [RecordingWriter],
        _ known: inout Knowledge,
        _ hint: Comment
    ) throws {
        let info = try client.call("server.info")
        let (epoch, revision) = (info["epoch"]?.string, info["revision"]?.integer ?? -1)
        #expect(known.epoch == nil || epoch == known.epoch, hint)
        known.epoch = epoch
        for (name, writer) in zip(names, writers) {
            #expect(writer.fault == nil, hint)
            // Each revision in a response is new, and greater than all revisions before the start.
            #expect(writer.revisions.allSatisfy { $0 > known.revision }, hint)
            #expect(writer.revisions.allSatisfy { known.acknowledged.insert($0).inserted }, hint)
            #expect(writer.revisions.allSatisfy { $0 <= revision }, hint)
            let found = try values(of: name, client)
            #expect(writer.states[writer.acknowledged...].contains(found), hint)
            known.values[name] = found
        }
        let commits = try client.call("tunables.history", ["limit": 1_000])["commits"]?.elements ?? []
        let past = commits.map { $0["revision"]?.integer ?? -1 }
        #expect(zip(past, past.dropFirst()).allSatisfy { $0 > $1 }, hint)
        #expect(past.first ?? 0 <= revision, hint)
        known.revision = max(known.revision, revision)
    }

    @Test func `after kills every acknowledged write is present, and no revision is used twice`() throws {
        let seed = Kernel.environment("TEST_SEED").flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let directory = try TemporaryDirectory()
        var known = Knowledge()
        var writers: [RecordingWriter] = []
        var acknowledged = 0
        for round in 0...Self.kills {
            let hint: Comment = "seed \(seed), round \(round)"
            if round % 5 == 4 {
                try Self.killInStart(directory, after: .milliseconds(Int.random(in: 0...60, using: &generator)))
            }
            let daemon = try DaemonProcess(in: directory)
            let client = try daemon.client()
            try Self.checkValues(at: client, after: writers, &known, hint)
            if round == 0 {
                for name in Self.names { try client.call("layers.put", ["name": .string(name)]) }
                try client.call("layers.activate", ["names": .array(Self.names.map { .string($0) })])
            }
            guard round < Self.kills else { break }
            writers = try Self.live(daemon, &known, round: round + 1, &generator)
            acknowledged += writers.reduce(0) { $0 + $1.acknowledged }
        }
        #expect(acknowledged > Self.kills / 5, "seed \(seed): hardly anything was acknowledged")
    }
}
