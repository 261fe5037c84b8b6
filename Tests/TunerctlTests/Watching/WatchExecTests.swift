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

/// `tunerctl watch --exec`, the real programs.
@Suite(.blocking) struct WatchExecTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        let start = try installation.run("start")
        #expect(start.code == 0, "\(start)")
    }

    /// Starts a watch, and waits until its command has run for the first value.
    private func watch(_ command: String) throws -> Program {
        let set = try installation.run("set", "begin", "true")
        #expect(set.code == 0, "\(set)")
        let watch = try installation.start("watch", "--initial", "--exec", command)
        let first = try watch.line()
        #expect(!first.isEmpty, "the command did not run for the first value")
        return watch
    }

    @Test func `the watch --exec command gets the change in variables and as JSON`() throws {
        let watch = try watch(
            #"read json; echo "$TUNER_KEY ${TUNER_OLD-none} ${TUNER_VALUE-none} $TUNER_REVISION $json""#
        )
        _ = try installation.run("set", "a", "x  y")
        let first = try watch.line()
        #expect(first.hasPrefix("a none x  y 2 {"))
        let change = try JSON.parse(String(first.drop { $0 != "{" }))
        #expect(change["key"] == "a" && change["value"] == "x  y" && change["old"] == nil && change["revision"] == 2)
        _ = try installation.run("reset", "a")
        #expect(try watch.line().hasPrefix("a x  y none 3 {"))
        try watch.send(SIGINT)
        #expect(try watch.wait().code == 130)
    }

    @Test func `watch --exec runs one command at a time and merges pending changes`() throws {
        let go = installation.file("go")
        _ = try installation.shell("mkfifo '\(go)'")
        let watch = try watch(#"echo "$TUNER_KEY ${TUNER_OLD-none} ${TUNER_VALUE-none}"; read line <'\#(go)'"#)
        // All these changes happen while the first command runs.
        for words in [["a=1"], ["b=1", "c=1"], ["a=2"], ["d=1"], ["begin=false"], ["a=3"], ["begin=true"]] {
            let update = try installation.start(["update"] + words).wait()
            #expect(update.code == 0, "\(update)")
        }
        #expect(try installation.run("reset", "d").code == 0)
        var lines: [String] = []
        for _ in 0..<3 {
            _ = try installation.shell("echo >'\(go)'")
            lines.append(try watch.line())
        }
        #expect(lines == ["a none 3", "b none 1", "c none 1"])
        _ = try installation.run("set", "e", "1")
        _ = try installation.shell("echo >'\(go)'")
        #expect(try watch.line() == "e none 1")
    }

    @Test func `a value too long for a variable is passed on standard input`() throws {
        let watch = try watch(
            #"echo "$TUNER_KEY ${#TUNER_OLD} ${#TUNER_VALUE} ${TUNER_VALUE-none} $(wc -c)" | cut -c -40"#
        )
        let file = installation.file("values")
        let long = String(repeating: "x", count: 300_000)
        _ = try installation.write("{\"a\": \"\(long)\"}", to: "values")
        _ = try installation.run("import", file)
        let line = try watch.line()
        #expect(line.hasPrefix("a 0 0 none 300"))
        _ = try installation.run("set", "a", "short")
        #expect(try watch.line().hasPrefix("a 0 5 short 300"))
        _ = try installation.run("set", "zero", #""a\u0000b""#)
        #expect(try watch.line().hasPrefix("zero 0 0 none "))
    }

    @Test(.disabled(if: Demands.areSanitized, "a sanitizer needs more of a stack"))
    func `watch --exec omits values when all variables exceed the system limit`() throws {
        _ = try installation.run("set", "begin", "true")
        let command = #"echo "$TUNER_KEY $TUNER_REVISION ${TUNER_OLD-none} ${TUNER_VALUE-none} $(wc -c | cut -c -3)""#
        let start = try installation.write(
            "ulimit -s 512; exec tunerctl watch --initial --exec '\(command)'",
            to: "start"
        )
        let watch = try installation.startShell(start)
        #expect(try watch.line().hasPrefix("begin 1 none true"))
        // Each variable alone would fit, but not both.
        let (one, other) = (String(repeating: "x", count: 90_000), String(repeating: "y", count: 90_000))
        _ = try installation.run("set", "a", one)
        #expect(try watch.line() == "a 2 none \(one) 901")
        _ = try installation.run("set", "a", other)
        #expect(try watch.line() == "a 3 none none 180")
    }

    @Test func `watch --exec continues after a command ignores input, fails or is killed`() throws {
        let watch = try watch(
            #"exec 0<&-; echo "$TUNER_KEY"; case $TUNER_KEY in a) exit 3 ;; b) kill -9 $$ ;; esac"#
        )
        let long = String(repeating: "x", count: 90_000)
        for key in ["a", "b", "c"] { _ = try installation.run("set", key, long) }
        #expect(try (0..<3).map { _ in try watch.line() } == ["a", "b", "c"])
        let errors = try watch.errors { $0.count { $0 == "\n" } == 2 }
        #expect(
            errors == """
                tunerctl: the command failed with exit code 3 for a
                tunerctl: the command failed with signal 9 for b

                """
        )
    }

    @Test func `the watch --exec command uses the watched daemon`() throws {
        let other = try Installation(.daemon)
        _ = try other.run("start")
        _ = try installation.run("set", "begin", "true")
        let watch = try other.start(
            ["--socket", installation.socket, "watch", "--initial", "--exec", "tunerctl get begin"]
        )
        #expect(try watch.line() == "true")
    }
}
