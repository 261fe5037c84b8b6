import BlockingTests
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl applied` and `set --wait-applied`, the real programs, with clients that report.
@Suite(.blocking) struct AppliedCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "wind=4", "rain=1")
    }

    /// A client that subscribes to all keys, and reports when a test calls `report`.
    private final class Reporter {
        let client: Client
        private(set) var revision: JSON = 0

        init(_ installation: Installation, _ name: String, reports: Bool = true) throws {
            client = try Client(connectingTo: try UnixAddress(installation.socket), within: .seconds(60))
            try call("session.hello", ["client": .string(name)])
            let result = try call("tunables.subscribe", reports ? ["ack": true] : [:])
            revision = try #require(result["revision"])
            if reports { try call("tunables.applied", ["revision": revision]) }
        }

        @discardableResult
        func call(_ method: String, _ params: JSON) throws -> JSON {
            try client.call(method, params, within: .seconds(60))
        }

        /// Waits for a change.
        func receive() throws {
            let change = try #require(try client.nextNotification(within: .seconds(60)))
            revision = try #require(change.params["to"])
        }

        func report(refused: JSON = [], unread: JSON = []) throws {
            try call("tunables.applied", ["revision": revision, "refused": refused, "unread": unread])
        }
    }

    private static let refusal: JSON = [["key": "wind", "reason": "the arena has no wind above 8"]]

    /// Returns text with each process ID as PID and each time as TIME.
    private static func plain(_ text: String) -> String {
        text.replacing(/\[[0-9]+\]/, with: "[PID]").replacing(/[0-9.]+ ms/, with: "TIME")
    }

    private func wait(_ limit: String, _ change: String...) throws -> Program {
        try installation.start(["set"] + change + ["--wait-applied", limit])
    }

    @Test func `set waits until each program has applied the value`() throws {
        let game = try Reporter(installation, "game")
        let viewer = try Reporter(installation, "viewer")
        let program = try wait("60s", "wind=9", "rain=2")
        try game.receive()
        try game.report()
        #expect(Self.plain(try program.line()) == "game[PID] applied the change after TIME")
        try viewer.receive()
        try viewer.report()
        let end = try program.wait()
        let lines = ["game", "viewer"].map { "\($0)[PID] applied the change after TIME\n" }
        #expect(Self.plain(end.output) == lines.joined())
        #expect(end.code == 0)
        #expect(end.errors == "")
    }

    @Test func `a refusal gives the exit code 1, and the value stays`() throws {
        let game = try Reporter(installation, "game")
        let program = try wait("60s", "wind", "9")
        try game.receive()
        try game.report(refused: Self.refusal)
        let end = try program.wait()
        #expect(Self.plain(end.output) == "game[PID] refuses wind: the arena has no wind above 8\n")
        #expect(end.code == 1)
        #expect(try installation.run("get", "wind").output == "9\n")
        // The value is equal, and still refused.
        let again = try wait("60s", "wind", "9").wait()
        #expect(again.code == 1)
        #expect(again.output == end.output)
        let table = Self.plain(try installation.run("applied", "wind").output).replacing(/[ ]{2,}/, with: "  ")
        #expect(
            table == """
                PROGRAM  STATE  APPLIED  AFTER  NOTE
                game[PID]  refused  2 of 2  TIME  wind: the arena has no wind above 8

                """
        )
        let described = try installation.run("describe", "wind").output
        #expect(Self.plain(described).contains("subscriber: game[PID] (refused: the arena has no wind above 8)\n"))
    }

    @Test func `a pattern selects the programs that subscribe to a matching key`() throws {
        let values = (0..<1_100).map { "many.k\($0)=0" }
        #expect(try installation.start(["set"] + values).wait().code == 0)
        let game = try Reporter(installation, "game")
        let wind = try Client(connectingTo: try UnixAddress(installation.socket), within: .seconds(60))
        _ = try wind.call("session.hello", ["client": "sail"], within: .seconds(60))
        _ = try wind.call("tunables.subscribe", ["keys": ["wind"]], within: .seconds(60))
        try game.report(refused: [["key": "many.k7", "reason": "too few"]], unread: ["many.k999", "rain"])
        func rows(_ patterns: String...) throws -> [String] {
            let output = Self.plain(try installation.start(["applied"] + patterns).wait().output)
            return output.replacing(/[ ]{2,}/, with: "  ").split(separator: "\n").dropFirst().map(String.init)
        }
        let many = ["game[PID]  refused  2 of 2  many.k7: too few; has not read many.k999"]
        #expect(try rows("many.*") == many)
        #expect(try rows("w*") == ["game[PID]  applied  2 of 2", "sail[PID]  unknown"])
        #expect(try rows("rain", "w*").first == "game[PID]  waiting  2 of 2  has not read rain")
        #expect(try installation.run("applied", "x*").errors == "tunerctl: no program subscribes to x*\n")
    }

    /// A program that ends when it receives a change.
    private static let fragile = """
        import json, socket, sys
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1])
        lines = connection.makefile("rw")
        calls = [("session.hello", {"client": "robot"}), ("tunables.subscribe", {"ack": True})]
        for number, (method, params) in enumerate(calls):
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            print(json.dumps(request), file=lines, flush=True)
            lines.readline()
        print("ready", flush=True)
        lines.readline()
        """

    @Test func `a program that ends because of the value gives the exit code 5`() throws {
        let game = try Reporter(installation, "game")
        let script = try installation.write(Self.fragile, to: "robot.py")
        let robot = try Program("/usr/bin/python3", [script, installation.socket])
        #expect(try robot.line() == "ready")
        let program = try wait("60s", "wind", "9")
        #expect(Self.plain(try program.line()) == "robot[PID] has disconnected")
        try game.receive()
        try game.report()
        let end = try program.wait()
        #expect(Self.plain(end.output) == "robot[PID] has disconnected\ngame[PID] applied the change after TIME\n")
        #expect(end.code == 5)
    }

    @Test func `a program that does not read the value in time gives the exit code 5`() throws {
        let game = try Reporter(installation, "game")
        _ = try installation.run("set", "rain", "5")
        try game.receive()
        try game.report(unread: ["rain"])
        let late = try wait("30ms", "rain", "5").wait()
        #expect(late.code == 5)
        #expect(Self.plain(late.output) == "game[PID] has not read rain within 0.03 s\n")
    }

    @Test func `programs that do not report are named`() throws {
        let viewer = try Reporter(installation, "viewer", reports: false)
        let end = try wait("60s", "wind", "9").wait()
        #expect(end.code == 0)
        #expect(
            Self.plain(end.errors) == """
                tunerctl: viewer[PID] does not report, so tunerctl has not waited for it

                """
        )
        #expect(Self.plain(try installation.run("applied").output).contains("viewer[PID]  unknown\n"))
        try viewer.receive()
    }

    @Test func `with --json, the response has all programs`() throws {
        let game = try Reporter(installation, "game")
        let program = try installation.start("set", "wind", "9", "--wait-applied", "60s", "--json")
        try game.receive()
        try game.report(refused: Self.refusal)
        let json = try JSON.parse(try program.wait().output)
        #expect(json["value"] == 9)
        let reported = try #require(json["programs"]?.elements?.first)
        #expect(reported["client"] == "game")
        #expect(reported["state"] == "refused")
        #expect(reported["refused"] == Self.refusal)
    }

    @Test func `the end of the daemon ends the wait`() throws {
        let game = try Reporter(installation, "game")
        let program = try wait("60s", "wind", "9")
        try game.receive()
        _ = try installation.run("stop")
        let end = try program.wait()
        #expect(end.code == 4)
        #expect(end.errors.contains(" has acknowledged the change, and closed the connection before all programs"))
    }

    @Test func `a shell does not set the value again after the daemon has ended in a wait`() throws {
        let game = try Reporter(installation, "game")
        let shell = try installation.start("shell")
        try shell.write("set wind 600 --wait-applied 60s\n")
        try game.receive()
        _ = try installation.run("stop")
        _ = try installation.run("start")
        _ = try installation.run("set", "wind", "999")
        shell.endInput()
        #expect(try shell.wait().code == 4)
        #expect(try installation.run("get", "wind").output == "999\n")
    }

    @Test func `no program is waited for if another value is in effect`() throws {
        let game = try Reporter(installation, "game")
        _ = try installation.run("declare", "gust", "--type", "integer", "--default", "1")
        _ = try installation.run("kill-switch", "on", "gust")
        let end = try wait("60s", "gust", "50").wait()
        #expect(end.code == 0)
        #expect(end.errors.contains("tunerctl: no program receives the value, so tunerctl has not waited\n"))
        #expect(end.output == "")
        _ = game
    }

    @Test func `all of 300 programs are waited for`() throws {
        let games = try (0..<300).map { try Reporter(installation, "game\($0)") }
        let program = try wait("60s", "wind", "9")
        for game in games.dropLast() {
            try game.receive()
            try game.report()
        }
        let last = try #require(games.last)
        try last.receive()
        try last.report(refused: Self.refusal)
        let end = try program.wait()
        #expect(end.code == 1)
        let lines = end.output.split(separator: "\n")
        #expect(lines.count == 300)
        #expect(lines.count { $0.contains(" applied the change after ") } == 299)
        #expect(try installation.run("applied").output.split(separator: "\n").count == 301)
    }

    @Test func `a dry run and a world are refused`() throws {
        let dry = try installation.run("set", "wind", "9", "--wait-applied", "1s", "--dry-run")
        #expect(dry.code == 2)
        #expect(dry.errors.contains("--wait-applied does not work with --dry-run"))
        let set = [installation.file("bin/tunerctl"), "set", "wind", "9", "--wait-applied", "1s"]
        let world = try installation.start(["with", "rain=3", "--"] + set).wait()
        #expect(world.code == 2)
        #expect(world.errors.contains("--wait-applied does not work in a world"))
        #expect(try installation.run("get", "wind").output == "4\n")
        let none = try installation.run("applied", "sun")
        #expect(none.errors == "tunerctl: no program subscribes to sun\n")
        #expect(none.code == 0)
    }
}
