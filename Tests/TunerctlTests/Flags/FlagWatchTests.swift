import BlockingTests
import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl flag watch`, the real programs.
@Suite(.blocking) struct FlagWatchTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("flag", "define", try installation.write(FlagFile.text, to: "flags.json"))
    }

    /// Starts a watch of some flags, and waits until it has printed their values.
    private func watch(_ words: String..., on streams: Program.Streams = .allPipes) throws -> Program {
        try installation.start(["flag", "watch", "--initial"] + words, on: streams)
    }

    @Test func `in a pipe, flag watch prints a line for each change of an evaluated value`() throws {
        let watch = try watch("banner", "size", "nobody", "--context", "tier=gold")
        #expect(try [watch.line(), watch.line()] == ["banner true", "size 1"])
        _ = try installation.shell(
            """
            tunerctl flag set theme night
            tunerctl flag on banner
            tunerctl flag off banner
            tunerctl flag set size 7
            tunerctl kill-switch on size
            tunerctl kill-switch off
            tunerctl flag remove size
            echo '{"flags":{"nobody":{"state":"ENABLED","variants":{"x":"a b"},"defaultVariant":"x"}}}' | tunerctl flag define -
            """
        )
        let lines = try (0..<6).map { _ in try watch.line() }
        #expect(lines == ["banner false", "size 7", "size 1", "size 7", "size", "nobody a b"])
        try watch.send(SIGINT)
        let end = try watch.wait()
        #expect(end.code == 130)
        #expect(end.errors == "")
    }

    @Test func `flag watch prints JSON, a template or the reason on a terminal`() throws {
        let program = try watch("banner", "--json")
        let template = try watch("banner", "--format", "{key}: {old} > {value} by {variant}, {reason}")
        let person = try watch("banner", "--color", "never", on: .terminal)
        #expect(
            try JSON.parse(try program.line())
                == ["key": "banner", "value": false, "variant": "off", "reason": "DEFAULT", "revision": 1]
        )
        #expect(try template.line() == "banner: none > false by off, DEFAULT")
        _ = try person.output { $0.contains("\r\n") }
        _ = try installation.run("flag", "on", "banner")
        let change = try JSON.parse(try program.line())
        #expect(change["old"] == false && change["value"] == true)
        #expect(change["variant"] == "on" && change["reason"] == "STATIC")
        #expect(change["actor"]?["client"] == "tunerctl" && change["revision"] == 2)
        #expect(try template.line() == "banner: false > true by on, STATIC")
        let text = try person.output { $0.hasSuffix("\r\n") && $0.split(separator: "\r\n").count == 2 }
        #expect(text == "banner: false (variant off, DEFAULT)\r\nbanner: false -> true (variant on, STATIC)\r\n")
    }

    @Test func `flag watch --exec runs a command for each change`() throws {
        let watch = try watch("banner", "--exec", #"echo "$TUNER_KEY $TUNER_VALUE""#)
        #expect(try watch.line() == "banner false")
        _ = try installation.run("flag", "on", "banner")
        #expect(try watch.line() == "banner true")
    }

    @Test func `flag watch without keys prints all flags of its own world`() throws {
        let script = """
            tunerctl with -- sh -c 'tunerctl flag on banner; tunerctl flag watch --initial | head -n 2'
            """
        #expect(try installation.shell(script).output == "algo.reductionModel v1\nbanner true\n")
    }

    @Test func `after a daemon restart, flag watch prints only the flags that changed`() throws {
        let watch = try watch()
        _ = try watch.output { $0.contains("units.defaultCelsius") && $0.hasSuffix("\n") }
        try installation.end(by: "stop")
        _ = try watch.errors { $0.contains("\n") }
        // No watch runs during these changes.
        try watch.suspend()
        try installation.startAgain()
        let changes = """
            tunerctl flag on banner; tunerctl flag remove size; tunerctl flag set theme night; tunerctl flag reset theme
            tunerctl flag remove idle
            """
        _ = try installation.shell(changes)
        try watch.send(SIGCONT)
        let before = try watch.output { $0.hasSuffix("size\n") }
        #expect(before.hasSuffix("banner true\nsize\n"))
        _ = try installation.run("flag", "set", "theme", "night")
        #expect(try watch.output { $0.hasSuffix("theme #000\n") }.hasSuffix("banner true\nsize\ntheme #000\n"))
        try watch.send(SIGINT)
        let path = installation.socket
        let lost = "lost the connection to the daemon at \(path); waiting for it"
        let sentence = "tunerctl: \(lost); start one with: tunerctl start\n"
        #expect(try watch.wait().errors == sentence)
    }

    @Test func `flag watch fails without a daemon and with conflicting options`() throws {
        #expect(try installation.run("flag", "watch", "--socket", installation.file("nowhere")).code == 4)
        let both = try installation.run("flag", "watch", "--exec", "true", "--format", "x")
        #expect(both.code == 2 && both.errors.hasSuffix("see tunerctl help flag watch\n"))
    }
}
