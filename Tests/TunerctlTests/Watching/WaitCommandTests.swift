import BlockingTests
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl wait`, the real programs.
@Suite(.blocking) struct WaitCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    /// Starts a wait, and returns once it waits.
    private func wait(_ arguments: String...) throws -> Program {
        let wait = try installation.start(["wait"] + arguments)
        try waitForSubscription()
        return wait
    }

    /// Returns once a client subscribes.
    private func waitForSubscription() throws {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try !installation.run("status").output.contains("\nsubscriptions 1\n") {
            try #require(Kernel.monotonicTime() < deadline)
        }
    }

    @Test func `a bound of a key with a unit of time can be a duration`() throws {
        try Transcript(
            """
            $ tunerctl declare delay --type number --default 2 --unit s
            $ tunerctl declare size --type number --default 2
            $ tunerctl wait delay --above 1500ms
            2
            $ tunerctl wait delay --below 1min
            2
            $ tunerctl wait size --above 1s
            tunerctl: size must be a number, got "1s"; see tunerctl help wait
            [2]
            $ tunerctl wait delay --above soon
            tunerctl: --above must be a number, got soon; see tunerctl help wait
            [2]

            """
        ).check()
    }

    @Test func `wait exits at once when its condition already holds`() throws {
        try Transcript(
            """
            $ tunerctl declare on --type boolean --default true
            $ tunerctl declare text --type string --default 12
            $ tunerctl set n 2.0
            tunerctl: n is a new tunable of type number
            $ tunerctl wait on yes
            true
            $ tunerctl wait text 12
            12
            $ tunerctl wait n 2
            2.0
            $ tunerctl wait n --above 1.5
            2.0
            $ tunerctl wait n --above .5
            2.0
            $ tunerctl wait n --below +3 --json
            {"key":"n","value":2.0,"revision":3}
            $ tunerctl wait n
            2.0
            $ tunerctl with n=7 -- tunerctl wait n 7
            7
            $ set -- 'n 3' 'n 2 --string' 'n --above 2' 'n --changed' 'm 3'
            $ for words; do { tunerctl wait $words --timeout 3; echo "[$?]"; } > "$words" 2>&1 & done; wait; cat "$@"
            tunerctl: n is still 2.0 after 3 s
            [5]
            tunerctl: n is still 2.0 after 3 s
            [5]
            tunerctl: n is still 2.0 after 3 s
            [5]
            tunerctl: n is still 2.0 after 3 s
            [5]
            tunerctl: there is no key m; did you mean n?; waiting for it
            tunerctl: there is still no m after 3 s
            [5]
            $ tunerctl wait n big
            tunerctl: n must be a number, got "big"; see tunerctl help wait
            [2]
            $ tunerctl wait n 3 --changed
            tunerctl: only one condition is allowed: VALUE, --above, --below or --changed; see tunerctl help wait
            [2]
            $ tunerctl wait 'a b' --timeout 60
            a key may have only letters, digits, _, - and ., got " " in a b
            [1]

            """
        ).check()
    }

    @Test(
        arguments: [
            (["n", "3"], ["n=2", "n=4", "n=3.0"], "3.0\n"), (["n", "--above", "3"], ["n=2", "n=3", "n=4"], "4\n"),
            (["n", "--below", "-1"], ["n=-1", "m=-5", "n=-2"], "-2\n"),
            (["n", "--changed"], ["m=2", "n=1", "n=2"], "2\n"),
            (["m"], ["n=2", "m=x"], "x\n"), (["m", "12"], ["m=2", "m=12"], "12\n"),
            (["m", "[1]"], ["m=\"[1]\"", "n=2"], "[1]\n"),
        ] as [([String], [String], String)]
    )
    func `wait exits only when its condition is met`(arguments: [String], changes: [String], output: String) throws {
        _ = try installation.run("set", "n", "1")
        let wait = try installation.start(["wait", "--timeout", "300"] + arguments)
        try waitForSubscription()
        for change in changes {
            _ = try installation.run("update", change)
        }
        // The output is the value at the change that ended the wait, so an earlier end would show another value.
        let result = try wait.wait()
        #expect(result.code == 0)
        #expect(result.output == output)
    }

    @Test func `wait notices a removed key and a value that lasted only briefly`() throws {
        _ = try installation.run("set", "n", "1")
        let changed = try wait("n", "--changed")
        _ = try installation.run("reset", "n")
        #expect(try changed.wait() == Program.Result(code: 0))
        let three = try wait("n", "3")
        #expect(try three.errors { $0.contains("\n") }.contains("waiting for it"))
        _ = try installation.shell("for n in 1 2 3 4 5; do tunerctl update n=$n; done")
        #expect(try three.wait().output == "3\n")
    }

    @Test(arguments: ["stop", "kill"])
    func `wait continues across a daemon restart`(end: String) throws {
        _ = try installation.run("set", "n", "1")
        let wait = try wait("n", "--changed")
        try installation.end(by: end)
        _ = try wait.errors { $0.contains("\n") }
        try installation.startAgain()
        _ = try installation.run("set", "m", "1")
        try waitForSubscription()
        _ = try installation.run("set", "n", "2")
        // A wait that ended at the restart would show the value before it.
        #expect(try wait.wait().output == "2\n")
    }

    @Test func `wait exits on an interrupt, and fails without a daemon`() throws {
        let wait = try wait("n")
        try wait.send(SIGINT)
        #expect(try wait.wait().code == 130)
        #expect(try installation.run("wait", "n", "--socket", installation.file("nowhere")).code == 4)
    }
}
