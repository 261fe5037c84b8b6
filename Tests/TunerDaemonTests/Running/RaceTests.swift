import BlockingTests
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of two daemons that start at the same time and compete for one state or socket.
@Suite(.blocking) struct RaceTests {
    @Test(arguments: ["state", "socket"])
    func `of two daemons that start at once, exactly one serves and the other names it`(what: String) throws {
        let directory = try TemporaryDirectory()
        let (socket, state) = (directory.file("run/socket"), directory.file("state"))
        for round in 0..<50 {
            let racers = try (0..<2).map { number in
                try Program(
                    BuiltProduct.path("tunerd"),
                    [
                        "--socket", what == "socket" ? socket : "\(socket)-\(number)",
                        "--state", what == "state" ? state : "\(state)-\(number)",
                    ]
                )
            }
            let isWinner = try racers.map { try $0.errors { $0.hasSuffix("\n") }.contains(" info listening on ") }
            try #require(isWinner.count { $0 } == 1, "round \(round)")
            let (winner, loser) = isWinner[0] ? (racers[0], racers[1]) : (racers[1], racers[0])
            let sentence =
                what == "state"
                ? "uses the state directory \(state); stop it, or name another directory with --state"
                : "uses the socket \(socket); stop it, or name another path with --socket"
            let refused = try loser.wait()
            // The loser may have tried before the winner wrote its process ID.
            let holders = ["tunerd with pid \(winner.processID)", "another tunerd"]
            #expect(refused.code == (what == "state" ? 1 : 3), "round \(round): \(refused)")
            #expect(holders.contains { refused.errors == "tunerd: \($0) \(sentence)\n" }, "round \(round): \(refused)")
            try winner.send(SIGTERM)
            #expect(try winner.wait().code == 0)
            #expect(try Kernel.names(in: directory.file("run")).allSatisfy { $0.hasSuffix(".lock") })
        }
    }
}
