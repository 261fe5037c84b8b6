import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl watch`, the real programs.
@Suite(.blocking) struct WatchCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    /// Starts a watch, and waits until it has printed the first value.
    private func watch(_ arguments: String..., on streams: Program.Streams = .allPipes) throws -> Program {
        _ = try installation.run("set", "begin", "true")
        return try installation.start(["watch", "--initial"] + arguments, on: streams)
    }

    @Test func `in a pipe, watch prints a line per change, and a removed key alone`() throws {
        let watch = try watch()
        #expect(try watch.line() == "begin true")
        _ = try installation.shell(
            #"""
            tunerctl set ui.a 1
            tunerctl update ui.a=2 ui.b='line
            more'
            tunerctl set 'ui.c' '"\u001b[2J"'
            tunerctl set ui.a 2
            tunerctl reset ui.a
            """#
        )
        let lines = try (0..<5).map { _ in try watch.line() }
        #expect(lines == ["ui.a 1", "ui.a 2", #"ui.b "line\nmore""#, #"ui.c "\u001b[2J""#, "ui.a"])
        try watch.send(SIGINT)
        let end = try watch.wait()
        #expect(end.code == 130)
        #expect(end.errors == "")
    }

    @Test func `watch prints only changes of matching keys, and initial values only on request`() throws {
        _ = try installation.run("update", "a.x=1", "b.x=1", "c=1")
        let watch = try installation.start(["watch", "a.*", "--match", "c", "--format", "{key}: {old} > {value}"])
        // The watch has begun once it prints a change; earlier changes are not printed.
        while try watch.output(within: .milliseconds(50), until: { $0.contains("\n") }).isEmpty {
            _ = try installation.run("toggle", "a.on")
            _ = try installation.run("set", "a.on", "true")
        }
        _ = try installation.run("update", "a.x=2", "b.x=2", "c=2")
        let text = try watch.output { $0.hasSuffix("a.x: 1 > 2\nc: 1 > 2\n") }
        #expect(text.hasSuffix("a.x: 1 > 2\nc: 1 > 2\n"))
        #expect(!text.contains("b.x") && !text.contains("none > 1"))
    }

    @Test(arguments: [
        ("game.grvity", "there is no key game.grvity; did you mean game.gravity?; waiting for it"),
        (
            "ui.DarkMode",
            "ui.DarkMode is a flag, not a tunable; use: tunerctl flag watch ui.DarkMode; waiting for it"
        ),
        ("gmae.*", "nothing matches gmae.*; waiting for it"),
    ])
    func `watch prints a note about a key or a pattern that matches nothing yet`(match: String, note: String) throws {
        _ = try installation.run("declare", "game.gravity", "--type", "number", "--default", "1")
        let watch = try installation.start(["watch", match, "game.*", "--initial"])
        #expect(try watch.line() == "game.gravity 1")
        try watch.send(SIGINT)
        #expect(try watch.wait().errors == "tunerctl: \(note)\n")
    }

    @Test func `watch --json prints one object per change`() throws {
        let watch = try watch("--json")
        #expect(try JSON.parse(try watch.line())["value"] == true)
        _ = try installation.run("set", "a", "1.50")
        let change = try JSON.parse(try watch.line())
        #expect(change["key"] == "a")
        #expect(change["value"] == 1.5)
        #expect(change["old"] == nil)
        #expect(change["origin"] == "local")
        #expect(change["revision"] == 2)
        #expect(change["actor"]?["client"] == "tunerctl")
        #expect(change["time"]?.kind == .string)
        _ = try installation.run("reset", "a")
        let removal = try JSON.parse(try watch.line())
        #expect(removal["value"] == nil && removal["origin"] == nil)
        #expect(removal["old"] == 1.5)
    }

    @Test func `on a terminal, watch prints the old and the new value`() throws {
        let watch = try watch("--color", "always", on: .terminal)
        let (up, gray, plain) = ("\u{1B}[38;2;64;224;208m", "\u{1B}[38;2;128;128;128m", "\u{1B}[0m")
        _ = try watch.output { $0.contains("\r\n") }
        _ = try installation.run("set", "a", "1")
        _ = try installation.run("reset", "a")
        let text = try watch.output { $0.split(separator: "\r\n").count == 3 }
        let lines = text.split(separator: "\r\n").map(String.init)
        #expect(
            lines == [
                "begin: \(up)true\(plain)", "a: none -> \(up)1\(plain)\(gray) (local)\(plain)",
                "a: 1 -> \(gray)none\(plain)",
            ]
        )
    }

    @Test func `watch --interval merges changes and prints the newest`() throws {
        let watch = try watch("--interval", "300ms")
        #expect(try watch.line() == "begin true")
        // The daemon receives all requests at once, so that no time passes between them.
        _ = try installation.shell(
            #"""
            requests=$(for n in $(seq 20); do
                echo "{\"jsonrpc\":\"2.0\",\"id\":$n,\"method\":\"tunables.set\",\"params\":{\"key\":\"a\",\"value\":$n}}"
            done)
            printf '%s\n' "$requests" | tunerctl stdio
            """#
        )
        let text = try watch.output { $0.hasSuffix("a 20\n") }
        #expect(text.hasSuffix("a 20\n"))
        #expect(text.split(separator: "\n").count < 15)
    }

    @Test(arguments: [257, 290, 900])
    func `watch prints all queued changes in order after a pause`(count: Int) throws {
        let watch = try watch()
        #expect(try watch.line() == "begin true")
        try watch.suspend()
        // More than one read takes, and less than the daemon merges.
        let requests = (1...count).map { (number: Int) in
            request("tunables.set", number, #"{"key":"n","value":\#(number)}"#)
        }.joined()
        let file = try installation.write(requests, to: "requests")
        _ = try installation.shell("tunerctl stdio <'\(file)' >'\(installation.file("responses"))'")
        try watch.send(SIGCONT)
        let text = try watch.output { $0.hasSuffix("n \(count)\n") }
        #expect(text.split(separator: "\n").dropFirst().map(String.init) == (1...count).map { "n \($0)" })
    }

    @Test func `watch exits when its reader closes the pipe`() throws {
        let script = "tunerctl set a 1; tunerctl watch --initial | head -n 1"
        let result = try installation.shell(script)
        #expect(result == Program.Result(code: 0, output: "tunerctl: a is a new tunable of type number\na 1\n"))
    }

    @Test func `watch in a world prints the values of the world`() throws {
        _ = try installation.run("set", "a", "1")
        let result = try installation.shell("tunerctl with a=2 -- sh -c 'tunerctl watch --initial | head -n 1'")
        #expect(result == Program.Result(code: 0, output: "a 2\n"))
    }

    @Test(arguments: ["watch a", "wait a 3", "flag watch ui.DarkMode"])
    func `watching commands exit when their world ends`(command: String) throws {
        let result = try installation.shell(
            #"""
            tunerctl with a=2 -- sh -c '
                tunerctl \#(command) & watch=$!
                until tunerctl status | grep -q "^subscriptions 1$"; do :; done
                tunerctl worlds drop "$TUNER_WORLD"
                wait $watch
                echo "ended with $?"
            '
            """#
        )
        #expect(result.output.contains("; it has ended, or never existed\n"))
        #expect(result.output.hasSuffix("ended with 3\n"))
    }

    @Test func `watch fails without a daemon and with invalid options`() throws {
        let nowhere = installation.file("nowhere")
        #expect(try installation.run("watch", "--socket", nowhere).code == 4)
        let both = ["--exec", "true", "--format", "x"]
        for options in [
            ["--format", "{kye}"], ["--interval", "-1"], ["--interval", "0"], ["--interval", "2d"], ["--exec", ""],
            both,
        ] {
            #expect(try installation.start(["watch"] + options).wait().code == 2)
        }
        let refusal = try installation.run("watch", "a b")
        #expect(refusal.code == 1)
        #expect(refusal.errors.contains("a b"))
    }

    // MARK: Restarts of the daemon

    @Test(arguments: ["stop", "kill"])
    func `after a daemon restart, watch prints what changed meanwhile`(end: String) throws {
        let watch = try watch("a", "b", "begin")
        #expect(try watch.line() == "begin true")
        _ = try installation.run("update", "a=1", "b=1")
        #expect(try [watch.line(), watch.line()] == ["a 1", "b 1"])
        try installation.end(by: end)
        _ = try watch.errors { $0.contains("start one with") }
        // No watch runs during these changes.
        try watch.suspend()
        try installation.startAgain()
        _ = try installation.run("update", "a=2", "b=2", "c=1")
        _ = try installation.run("set", "b", "1")
        try watch.send(SIGCONT)
        #expect(try watch.line() == "a 2")
        _ = try installation.run("set", "b", "3")
        #expect(try watch.line() == "b 3")
        try watch.send(SIGINT)
        let path = installation.socket
        let lost = "lost the connection to the daemon at \(path); waiting for it"
        let sentence = "tunerctl: \(lost); start one with: tunerctl start\n"
        let notes = ["a", "b"].map { "tunerctl: there is no key \($0); waiting for it\n" }.joined()
        #expect(try watch.wait().errors == notes + sentence)
    }

    @Test func `without history, watch computes the differences after a restart`() throws {
        let watch = try watch()
        #expect(try watch.line() == "begin true")
        _ = try installation.run("update", "a=1", "b=1", "c=1")
        #expect(try (0..<3).map { _ in try watch.line() } == ["a 1", "b 1", "c 1"])
        try installation.end(by: "stop")
        _ = try watch.errors { $0.contains("\n") }
        try watch.suspend()
        let state = installation.state
        _ = try installation.shell("rm -r '\(state)'")
        try installation.startAgain()
        _ = try installation.run("update", "a=1", "b=2", "d=1", "begin=true")
        try watch.send(SIGCONT)
        #expect(try (0..<3).map { _ in try watch.line() } == ["b 2", "d 1", "c"])
        _ = try installation.run("set", "a", "7")
        #expect(try watch.line() == "a 7")
        #expect(try watch.errors { $0.count { $0 == "\n" } == 2 }.contains("all values follow"))
    }

    @Test func `a quiet watch prints no notes about the lost connection and the missed changes`() throws {
        let watch = try watch("--quiet")
        #expect(try watch.line() == "begin true")
        // A stopped watch cannot reconnect before the new daemon has all values.
        try watch.suspend()
        try installation.end(by: "stop")
        _ = try installation.shell("rm -r '\(installation.state)'")
        try installation.startAgain()
        _ = try installation.run("update", "a=7", "begin=true")
        try watch.send(SIGCONT)
        #expect(try watch.line() == "a 7")
        try watch.send(SIGINT)
        #expect(try watch.wait().errors == "")
    }

    @Test(arguments: Seeds.all.prefix(2) + Seeds.all.suffix(1))
    func `watch misses and repeats no change across random daemon restarts`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let watch = try watch("--json")
        _ = try watch.line()
        for life in 0..<4 {
            for _ in 0..<6 {
                let words = ["a", "b", "c"].map { "\($0)=\(Int.random(in: 0..<3, using: &generator))" }
                _ = try installation.run("update", words[0], words[1], words[2])
                if Bool.random(using: &generator) { _ = try installation.run("reset", "--all") }
            }
            guard life < 3 else { break }
            try installation.end(by: Bool.random(using: &generator) ? "stop" : "kill")
            try installation.startAgain()
        }
        _ = try installation.run("set", "end", "true")
        let text = try watch.output { $0.contains(#"{"key":"end""#) && $0.hasSuffix("\n") }
        var values: [String: JSON] = [:]
        for line in text.split(separator: "\n") {
            let change = try JSON.parse(String(line))
            guard case .string(let key)? = change["key"] else { continue }
            #expect(change["old"] == values[key], "seed \(seed): \(line)")
            #expect(change["value"] != values[key], "seed \(seed): \(line)")
            values[key] = change["value"]
        }
        let all = try JSON.parse(try installation.run("call", "tunables.getAll").output)
        #expect(all["values"] == .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
    }
}

extension Installation {
    /// Stops the daemon, or kills it.
    func end(by way: String) throws {
        guard way == "kill" else {
            _ = try run("stop")
            return
        }
        _ = try shell("kill -9 $(tunerctl status | sed -n 's/^pid //p')")
    }

    /// Returns the process ID of the daemon.
    func daemonProcess() throws -> Int32 {
        let line = try run("status").output.split(separator: "\n").first { $0.hasPrefix("pid ") }
        return try #require(line.flatMap { Int32($0.dropFirst(4)) })
    }

    /// Starts the daemon, which waits for the locks of a killed daemon.
    func startAgain() throws {
        let result = try run("start")
        #expect(result.code == 0, "\(result.errors)")
    }
}
