import FlagEngine
import JSONCore
import StateCore
import Testing
import TunableEngine

@testable import TunerDaemon

/// Tests of the log lines about one commit.
@Suite struct LoggedCommitTests {
    private static let author = Author(actor: Actor(client: "game", pid: 7, uid: 1_000))

    /// Returns the last commit of a new state after mutations.
    private static func commit(after mutations: Mutation...) throws -> Commit {
        var state = State(epoch: "e")
        var last: Commit?
        for mutation in mutations {
            last = try state.perform(mutation, by: author, at: Moment(milliseconds: 0)).commit
        }
        return try #require(last)
    }

    private static func update(_ count: Int) throws -> Mutation {
        .update(try (0..<count).map { Mutation.Entry(try Key("k\($0)"), 1) }, WriteOptions())
    }

    private static func define(_ count: Int) throws -> Mutation {
        let flags = (0..<count).map { #""f\#($0)":{"state":"ENABLED","variants":{"on":true}}"# }
        return .defineFlags(try FlagSet(#"{"flags":{\#(flags.joined(separator: ","))}}"#.utf8.span).definitions)
    }

    private static func lines(_ commit: Commit, atMost room: Int = .max, isLimited: Bool = false) -> [String] {
        LoggedCommit(commit, atMost: room, user: author.actor.uid) { _ in isLimited }.lines.map(\.sentence)
    }

    @Test(arguments: [1, 2, 5, 10, 11, 12, 40]) func `a commit has at most as many lines as there is room for`(
        room: Int
    ) throws {
        for count in [1, 2, 10, 11, 30] {
            for commit in [try Self.commit(after: Self.update(count)), try Self.commit(after: Self.define(count))] {
                let logged = LoggedCommit(commit, atMost: room) { _ in false }
                #expect(logged.lines.count <= room)
                let more = logged.lines.compactMap { $0.facts["more"] }
                guard case .integer(let number)? = more.first ?? .integer(0) else { continue }
                #expect(logged.lines.count - more.count + Int(number) == count, "\(logged.lines.map(\.sentence))")
            }
        }
    }

    @Test func `a line names the user of the author if it is not the daemon's user`() throws {
        let commit = try Self.commit(after: .set(Key("a"), 1, WriteOptions()))
        let logged = [1_000, 0].map { LoggedCommit(commit, user: $0) { _ in false }.lines[0] }
        #expect(
            logged.map(\.sentence) == [
                "a: none -> 1 (tunables.set by game[7], revision 1)",
                "a: none -> 1 (tunables.set by game[7] of user 1000, revision 1)",
            ]
        )
        #expect(logged.allSatisfy { $0.facts["uid"] == 1_000 })
    }

    @Test func `a commit of many flags has ten lines and the number of the others`() throws {
        let commit = try Self.commit(after: Self.define(15))
        let maker = "(flags.define by game[7], revision 1)"
        let lines = Self.lines(commit)
        #expect(lines.count == 11)
        let ending = ": defined, default none \(maker)"
        #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("flag f") && $0.hasSuffix(ending) })
        #expect(lines.last == "and 5 more \(maker)")
        #expect(commit.changeCount == 15)
    }

    @Test func `a stored value that changes no effective value is logged with its key`() throws {
        let spec = try Spec(["type": "number", "default": 2] as JSON)
        let declare = Mutation.declare([Mutation.KeyedSpec(try Key("k0"), spec)], replace: false)
        let same = try Self.commit(after: declare, .set(try Key("k0"), 2, WriteOptions()))
        let maker = "(tunables.set by game[7], revision 2)"
        #expect(Self.lines(same) == ["k0: stored 2, the effective value is unchanged \(maker)"])
        #expect(Self.lines(same, isLimited: true) == ["k0: stored 2, hidden by the kill switch \(maker)"])
    }
}
