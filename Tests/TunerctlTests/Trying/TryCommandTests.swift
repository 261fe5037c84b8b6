import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl try`, `confirm`, `cancel` and `tries`, the real programs.
@Suite(.blocking) struct TryCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "wind=4", "rain=1")
        _ = try installation.run("flag", "create", "beta", "--bool", "--default", "off")
        _ = try installation.write(#"{"name":"night","values":{"light":0.2}}"#, to: "night.json")
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    /// Starts `tunerctl try` with a check that succeeds while there is no file `bad`.
    private func start(_ arguments: String...) throws -> Program {
        let check = "test ! -e '\(installation.file("bad"))' || { echo 'p99 is 40 ms'; exit 3; }"
        return try installation.start(["try", "wind=9", "--check", check, "--every", "20ms"] + arguments)
    }

    private func value(_ key: String) throws -> String { try installation.run("get", key).output }

    /// The outcome and the reason of the last try in the history.
    private func lastEnd() throws -> JSON? {
        let history = try JSON.parse(try installation.run("history", "--json").output)
        return history["commits"]?.elements?.compactMap { $0["tries"]?.elements?.first }.first { $0["outcome"] != nil }
    }

    @Test func `a try changes values, flags and a layer until it is cancelled`() throws {
        try check(
            """
            $ tunerctl try wind=9 rain=2 --flag beta=on --layer night.json --for 1h 2>/dev/null
            beta: override on
            wind: 4 -> 9 (local)
            rain: 1 -> 2 (local)
            light: none -> 0.2 (layer:night)
            $ tunerctl get light
            0.2
            $ tunerctl flag get beta
            true
            $ tunerctl tries | sed -e 's/^[0-9]*  [^,]* left/ID  left/' -e 's/[0-9]*]$/PID]/'
            ID  left  wind, rain, flag beta, layer night  by tunerctl[PID]
            $ tunerctl try rain=7
            rain is part of the try 3 of tunerctl; confirm or cancel that try first
            [1]
            $ tunerctl cancel --reason 'too wet'
            beta: override removed
            wind: 9 -> 4 (local)
            rain: 2 -> 1 (local)
            light: 0.2 -> none
            $ tunerctl flag get beta
            false
            $ tunerctl layers list
            $ tunerctl history 1 | sed 's/.*(try/(try/' | head -n 1
            (try 3 reverted: too wet)
            $ tunerctl tries
            tunerctl: no try is pending

            """
        )
    }

    @Test func `a note says that a set value hides the layer of a try`() throws {
        _ = try installation.run("set", "light", "0.5")
        let hidden = try installation.run("try", "--layer", installation.file("night.json"), "--for", "1h")
        #expect(hidden.output == "")
        #expect(
            hidden.errors.hasPrefix(
                "tunerctl: the layer night changes no value; to see why, type: tunerctl describe light\n"
            )
        )
    }

    @Test func `a confirmed try stays, and one undo takes it back`() throws {
        try check(
            """
            $ tunerctl try wind=9 rain=2 -q
            wind: 4 -> 9 (local)
            rain: 1 -> 2 (local)
            $ tunerctl confirm
            the try 3 is kept
            $ tunerctl describe wind --json | grep -c '"end"'
            0
            [1]
            $ tunerctl undo
            wind: 9 -> 4 (local)
            rain: 2 -> 1 (local)

            """
        )
    }

    @Test func `a failing check reverts the try, and the history has its output`() throws {
        let attempt = try start("--failures", "2", "--for", "1h", "--keep")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        _ = try installation.write("", to: "bad")
        let result = try attempt.wait()
        #expect(result.code == 1)
        #expect(result.errors.contains("the check has failed with exit code 3 (1 of 2)"), "\(result.errors)")
        #expect(try value("wind") == "4\n")
        let reason =
            "the check has failed 2 times in a row, the last time with exit code 3; its output ends with: p99 is 40 ms"
        #expect(try lastEnd()?["reason"] == .string(reason))
        #expect(result.output.hasSuffix("\n\(reason); the try 3 is reverted\n"), "\(result.output)")
    }

    @Test(arguments: [true, false])
    func `a check that passes until the end keeps the try only with --keep`(isKept: Bool) throws {
        let attempt = isKept ? try start("--for", "200ms", "--keep") : try start("--for", "200ms")
        let result = try attempt.wait()
        #expect(result.code == 0, "\(result)")
        #expect(try value("wind") == (isKept ? "9\n" : "4\n"))
        #expect(try lastEnd()?["outcome"] == (isKept ? "kept" : "reverted"))
    }

    @Test(arguments: [true, false])
    func `a try is not kept, and is no success, if no check has passed`(isKept: Bool) throws {
        _ = try installation.write("", to: "bad")
        let arguments = ["--every", "10s", "--for", "200ms"] + (isKept ? ["--keep"] : [])
        let check = "test ! -e '\(installation.file("bad"))'"
        let result = try installation.start(["try", "wind=9", "--check", check] + arguments).wait()
        #expect(result.code == 1, "\(result)")
        #expect(try value("wind") == "4\n")
    }

    @Test func `a check that hangs does not outlive a try that changes no value`() throws {
        let words = ["try", "wind=4", "--for", "200ms", "--every", "20ms", "--check", "sleep 1000"]
        let result = try installation.start(words).wait()
        #expect(result.code == 1)
        #expect(result.output.hasSuffix("no check has passed in time; the try 3 is reverted\n"), "\(result.output)")
    }

    @Test func `a signal ends the command also while the daemon is down`() throws {
        let attempt = try start("--for", "1h")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        _ = try installation.run("stop")
        _ = try attempt.errors { $0.contains("waiting for it") }
        try attempt.send(2)
        let result = try attempt.wait()
        #expect(result.code == 130)
        #expect(result.errors.contains("it reverts the try 3 when the time is over"), "\(result.errors)")
    }

    @Test func `a kill of tunerctl leaves nothing behind`() throws {
        let attempt = try start("--for", "2s")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        try attempt.crash()
        #expect(try installation.run("wait", "wind", "4", "--timeout", "60").output == "4\n")
        #expect(try lastEnd()?["outcome"] == "reverted")
    }

    @Test(arguments: [(2, 130), (15, 143), (1, 129)] as [(Int32, Int32)])
    func `a signal reverts the try`(signal: Int32, code: Int32) throws {
        let attempt = try start("--for", "1h")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        try attempt.send(signal)
        #expect(try attempt.wait().code == code)
        #expect(try value("wind") == "4\n")
        #expect(try lastEnd()?["reason"] == .string("tunerctl received signal \(signal)"))
    }

    @Test func `a person's change stays, and a note names the person at once`() throws {
        let attempt = try start("rain=2", "--for", "1h")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        _ = try installation.run("set", "wind", "7")
        _ = try attempt.errors { $0.contains("has changed wind in revision 4; that change stays") }
        _ = try installation.run("cancel")
        #expect(try attempt.wait().code == 1)
        #expect(try value("wind") == "7\n")
        #expect(try value("rain") == "1\n")
    }

    @Test func `a try that somebody confirms ends its check`() throws {
        let attempt = try start("--for", "1h")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        _ = try installation.run("confirm")
        // No value changes, so the next check notices it.
        let result = try attempt.wait()
        #expect(result.code == 0)
        #expect(result.output.hasSuffix(" kept the try 3 in revision 4\n"), "\(result.output)")
    }

    @Test func `the check continues after a restart of the daemon`() throws {
        let attempt = try start("--for", "1h", "--failures", "1")
        #expect(try attempt.line() == "wind: 4 -> 9 (local)")
        _ = try installation.run("stop")
        _ = try installation.run("start")
        #expect(try value("wind") == "9\n")
        _ = try installation.write("", to: "bad")
        #expect(try attempt.wait().code == 1)
        #expect(try value("wind") == "4\n")
    }

    @Test func `a wrong command line is refused`() throws {
        try check(
            """
            $ tunerctl try 2>&1
            tunerctl: KEY=VALUE, --flag or --layer is missing; see tunerctl help try
            [2]
            $ tunerctl try wind
            tunerctl: each value must be KEY=VALUE, got wind; see tunerctl help try
            [2]
            $ tunerctl try wind=1 --keep
            tunerctl: --keep has no effect without --check; see tunerctl help try
            [2]
            $ tunerctl try wind=1 --flag none=on
            there is no flag none
            [3]
            $ tunerctl confirm
            no try is pending
            [1]
            $ tunerctl cancel 77
            there is no try 77
            [1]
            $ tunerctl with -- tunerctl try wind=1
            tunerctl: try changes the shared state, not this world; to change the shared state, type: TUNER_WORLD= tunerctl try wind=1; see tunerctl help worlds
            [2]

            """
        )
    }
}
