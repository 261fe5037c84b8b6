import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// `tunerctl replay`, the real program.
@Suite(.blocking) struct ReplayCommandTests {
    private let session: RecordedSession
    private var installation: Installation { session.installation }

    init() throws { session = try RecordedSession() }

    private func keysAndValues(_ list: String) throws -> [JSON] {
        (try JSON.parse(list)["tunables"]?.elements ?? []).map { .array([$0["key"] ?? .null, $0["value"] ?? .null]) }
    }

    @Test func `a replayed session has the same values, in the same commits`() throws {
        try session.make()
        let values = try installation.run("list", "--json").output
        _ = try installation.run("set", "-q", "name=start", "gone=1")
        _ = try installation.run("forget", "new")
        let replay = try installation.run("replay", session.path, "--speed", "max")
        #expect(replay.code == 0 && replay.errors == "tunerctl: 5 of 5 commits made\n", "\(replay)")
        #expect(try session.commits(after: 10) == RecordedSession.boundaries)
        #expect(try keysAndValues(values) == keysAndValues(try installation.run("list", "--json").output))
    }

    @Test func `in a world, the replay begins with the recorded values and changes nothing shared`() throws {
        try session.make()
        _ = try installation.run("set", "-q", "size=50", "name=now")
        let watch = try installation.start("watch", "size", "--initial")
        #expect(try watch.line() == "size 50")
        let script = "tunerctl get name; tunerctl wait new true; tunerctl get size name; exit 7"
        let result = try installation.start("replay", session.path, "--speed", "max", "--", "sh", "-c", script).wait()
        #expect(result.code == 7, "\(result)")
        #expect(result.output.hasSuffix("name a\n"), "\(result)")
        let alone = try installation.run("replay", session.path, "--speed", "max", "--world")
        #expect(alone.code == 0 && alone.output.count > 16, "\(alone)")
        _ = try installation.run("set", "size", "51")
        #expect(try watch.line() == "size 51")
        #expect(try installation.run("get", "name").output == "now\n")
        #expect(try installation.run("worlds").output.isEmpty)
    }

    @Test func `overrides of flags are replayed, in a world and for every program`() throws {
        _ = try installation.run("flag", "create", "beta", "--bool")
        _ = try installation.run("flag", "create", "old", "--bool")
        _ = try installation.run("flag", "on", "old")
        let recorder = try session.record()
        _ = try installation.run("flag", "on", "beta")
        _ = try installation.run("set", "size", "7")
        try recorder.send(2)
        #expect(try recorder.wait().code == 0)
        _ = try installation.run("flag", "reset", "beta")
        _ = try installation.run("flag", "off", "old")
        let script = "tunerctl wait size 7; tunerctl flag get beta; tunerctl flag get old"
        let world = try installation.start("replay", session.path, "--speed", "max", "--", "sh", "-c", script).wait()
        #expect(world.output == "7\ntrue\ntrue\n", "\(world)")
        #expect(try installation.run("flag", "get", "beta").output == "false\n")
        let shared = try installation.run("replay", session.path, "--speed", "max")
        #expect(shared.errors == "tunerctl: 2 of 2 commits made\n", "\(shared)")
        #expect(try installation.run("flag", "get", "beta").output == "true\n")
        #expect(try installation.run("flag", "get", "old").output == "false\n")
    }

    @Test func `a refused change does not end the replay, except with --strict`() throws {
        try session.make()
        _ = try installation.run("declare", "name", "--type", "integer", "--force")
        _ = try installation.run("set", "name", "5")
        let text = try installation.text(of: "session").replacing(#""value":3"#, with: #""value":300"#)
        _ = try installation.write(text, to: "session")
        let lenient = try installation.run("replay", session.path, "--speed", "max")
        #expect(lenient.code == 1)
        #expect(lenient.errors.contains("tunerctl: line 3: size must be at most 100, got 300\n"), "\(lenient)")
        #expect(try installation.run("get", "new").output == "true\n")
        let beside = try installation.start("replay", session.path, "--speed", "max", "--strict", "--", "sleep", "600")
        let ended = try beside.wait()
        #expect(ended.code == 1, "\(ended)")
        #expect(ended.errors.contains("tunerctl: line 3: size must be at most 100, got 300\n"), "\(ended)")
        #expect(try installation.run("get", "new").output == "true\n")
        _ = try installation.run("forget", "new")
        let strict = try installation.run("replay", session.path, "--speed", "max", "--strict")
        #expect(strict.code == 1)
        #expect(try installation.run("get", "new").code == 3)
    }

    @Test func `a note says that a kill switch hides the values`() throws {
        try session.make()
        _ = try installation.run("kill-switch", "on", "size")
        let note = "tunerctl: a kill switch is on: the keys that it limits have their defaults, also in worlds\n"
        let shared = try installation.run("replay", session.path, "--speed", "max")
        #expect(shared.errors.hasPrefix(note), "\(shared)")
        let beside = try installation.run("replay", session.path, "--speed", "max", "--world")
        #expect(beside.errors.hasPrefix(note), "\(beside)")
    }

    @Test func `a last line that is cut off is left out`() throws {
        let recorder = try session.record()
        _ = try installation.run("set", "size", "2")
        try installation.expect("session", toHold: #""value":2"#)
        try recorder.crash()
        _ = try installation.write(try installation.text(of: "session") + #"{"after":1"#, to: "session")
        _ = try installation.run("reset", "size")
        let replay = try installation.run("replay", session.path, "--speed", "max")
        #expect(replay.code == 0)
        #expect(replay.errors.contains("is cut off, and left out"), "\(replay)")
        #expect(try installation.run("get", "size").output == "2\n")
    }

    @Test func `a replay in a world ends with the daemon`() throws {
        try session.make()
        let text = try installation.text(of: "session")
        let second = #/"after":[0-9.]+,"revision":4/#
        _ = try installation.write(text.replacing(second, with: #""after":900,"revision":4"#), to: "session")
        let script = "tunerctl wait name a >/dev/null; tunerctl stop; exec sleep 600"
        let result = try installation.start("replay", session.path, "--", "sh", "-c", script).wait()
        #expect(result.code == 4, "\(result)")
        #expect(result.errors.contains("closed the connection"), "\(result)")
    }

    @Test func `Ctrl-C ends a replay between two commits`() throws {
        try session.make()
        let second = #/"after":[0-9.]+,"revision":4/#
        let slow = try installation.text(of: "session").replacing(second, with: #""after":900.0,"revision":4"#)
        _ = try installation.write(slow, to: "session")
        _ = try installation.run("set", "name", "start")
        let replay = try installation.start("replay", session.path)
        _ = try installation.run("wait", "name", "a")
        try replay.send(2)
        let result = try replay.wait()
        #expect(result.code == 130)
        #expect(result.errors == "tunerctl: 1 of 5 commits made\n")
    }

    @Test func `files that are not recordings, and wrong arguments, are refused`() throws {
        try Transcript(
            """
            $ echo '{}' >other
            $ tunerctl replay other
            tunerctl: other is not a file of tunerctl record; see tunerctl help replay
            [2]
            $ tunerctl replay -- true
            tunerctl: FILE is missing; see tunerctl help replay
            [2]
            $ tunerctl replay other --
            tunerctl: the program to run is missing after --; see tunerctl help replay
            [2]
            $ tunerctl replay other x
            tunerctl: x is an unexpected argument; see tunerctl help replay
            [2]
            $ tunerctl replay other --speed fast
            tunerctl: --speed must be a number above 0, such as 4 or 0.5, or max, got fast; see tunerctl help replay
            [2]

            """
        ).check(in: installation)
    }
}
