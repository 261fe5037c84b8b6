import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// The file, the preset and the question of `tunerctl optimize`.
@Suite(.blocking) struct OptimizeFileTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        let size = #"{"type":"integer","default":80,"minimum":0,"maximum":100}"#
        _ = try installation.run("declare", "size", size)
        _ = try installation.run("set", "other", "1")
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    private func text(_ name: String) throws -> String {
        try Program(script: "cat \"$1\"", [installation.file(name)]).wait().output
    }

    /// Starts a search with a file, whose metric also writes a line to a file of runs.
    private func start(_ file: String, runs: String, budget: Int = 14) throws -> Program {
        let metric =
            "echo >>'\(installation.file(runs))'; s=$(tunerctl get size); echo $(((s - 30) * (s - 30)))"
        let words = ["--file", installation.file(file), "--seed", "3", "--budget", "\(budget)", "--json"]
        return try installation.start(["optimize", "size", "--minimize", metric] + words)
    }

    @Test func `a killed search continues, and measures nothing again`() throws {
        let whole = try start("whole", runs: "runs").wait()
        let first = try start("file", runs: "runs1")
        _ = try first.output { $0.split(separator: "\n").count >= 5 }
        try first.crash()
        let stored = try text("file").split(separator: "\n", omittingEmptySubsequences: false).count - 2
        #expect((5..<14).contains(stored))
        // A line that a kill has cut off.
        _ = try Program(script: "printf '{\"numb' >>\"$1\"", [installation.file("file")]).wait()
        let second = try start("file", runs: "runs2").wait()
        #expect(second == whole)
        #expect(try text("file") == text("whole"))
        #expect(try text("runs2").count == 14 - stored)
    }

    @Test func `two searches cannot use one file at a time`() throws {
        _ = try Program(script: "mkfifo \"$1\"", [installation.file("pipe")]).wait()
        let words = ["--file", installation.file("file"), "--budget", "3"]
        let waiting = "read -r line <'\(installation.file("pipe"))'; echo 1"
        let first = try installation.start(["optimize", "size", "--minimize", waiting] + words)
        try installation.expect("file", toHold: "tunerctl optimize")
        let second = try installation.start(["optimize", "size", "--minimize", "echo 1"] + words).wait()
        #expect(second.code == 2, "\(second)")
        #expect(second.errors.contains("another search uses"), "\(second)")
        try first.crash()
    }

    @Test func `a preset cannot be saved in a world, which is an error at the start`() throws {
        try check(
            """
            $ tunerctl with other=2 -- tunerctl optimize size --minimize 'echo 1 >>runs; echo 1' --save low 2>&1 | sed 's/;.*//'
            tunerctl: optimize changes the shared state, not this world
            $ ls runs 2>/dev/null
            [2]

            """
        )
    }

    @Test func `a finished search continues with a larger budget`() throws {
        _ = try start("file", runs: "runs").wait()
        let again = try start("file", runs: "runs2", budget: 18).wait()
        #expect(again.output.split(separator: "\n").count == 19)
        #expect(try text("runs2").count == 4)
    }

    @Test(arguments: ["my important line", "{\"size\": 32}", "one\ntwo\nthree"])
    func `a file that is not that of a search stays unchanged`(content: String) throws {
        _ = try installation.write(content, to: "mine")
        let result = try start("mine", runs: "runs").wait()
        #expect(result.code == 2)
        #expect(result.errors.contains("mine is not the file of a search; name a new file"), "\(result)")
        #expect(try text("mine") == content)
    }

    @Test func `a search that continues does not set a key that has changed since it began`() throws {
        _ = try start("file", runs: "runs").wait()
        _ = try installation.run("set", "size", "90")
        let words = ["--file", installation.file("file"), "--budget", "14", "--apply", "--yes"]
        let result = try installation.start(["optimize", "size", "--minimize", "tunerctl get size"] + words).wait()
        #expect(result.code == 2)
        #expect(result.errors.contains("size has changed since the search of "), "\(result)")
        #expect(try installation.run("get", "size").output == "90\n")
    }

    @Test func `the file of another search is refused`() throws {
        try check(
            """
            $ tunerctl optimize size --minimize 'tunerctl get size' --budget 4 --file f --seed 1 -q >/dev/null
            $ tunerctl optimize size --maximize 'tunerctl get size' --file f
            tunerctl: f is the file of another search: --minimize and --maximize differ; use another file; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize 'tunerctl get size' --file f --range size=1..9
            tunerctl: size is 80, which is not in the range or not on a step; the search starts with 9
            tunerctl: f is the file of another search: its keys or their ranges differ; use another file; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize 'tunerctl get size' --file f --seed 2
            tunerctl: f is the file of another search: its seed is 1; use another file; see tunerctl help optimize
            [2]
            $ echo text >g; tunerctl optimize size --minimize 'tunerctl get size' --file g
            tunerctl: g is not the file of a search; name a new file; see tunerctl help optimize
            [2]
            $ sed 's/"point":.[0-9.]*/"point":[1e300/' f >h; tunerctl optimize size --minimize 'tunerctl get size' --file h
            tunerctl: h is not the file of a search: its measurements are not complete; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize 'tunerctl get size' --file none/f
            tunerctl: open of none/f failed: No such file or directory (ENOENT)
            [2]

            """
        )
    }

    @Test func `the best values are set with --apply, and saved as a preset of only the searched keys`() throws {
        try check(
            """
            $ tunerctl optimize size --minimize 'tunerctl get size' --budget 9 --seed 1 --apply --yes --save low | tail -n 2
            tunerctl: saved; to set the values: tunerctl preset load low
            Better values were found.
            size: 80 -> 0 (local)
            $ tunerctl set size=7 other=2
            $ tunerctl preset load low
            size: 7 -> 0 (local)
            $ tunerctl get other
            2

            """
        )
    }

    @Test func `a value that a person has set meanwhile is not replaced`() throws {
        let metric = "v=$(tunerctl get size); TUNER_WORLD= tunerctl set size 70 >/dev/null; echo $v"
        let result = try installation.start(
            ["optimize", "size", "--minimize", metric, "--budget", "4", "--apply", "--yes"]
        ).wait()
        #expect(result.code == 1)
        #expect(result.errors.contains("size"), "\(result.errors)")
        #expect(try installation.run("get", "size").output == "70\n")
    }

    @Test(
        .enabled(if: Screen.isAvailable || Demands.areStrict, "missing here: tmux"),
        arguments: [("y", "0\n"), ("n", "80\n")]
    )
    func `--apply asks on a terminal`(answer: String, size: String) throws {
        let screen = try Screen(
            "tunerctl optimize size --minimize 'tunerctl get size' --budget 9 --seed 1 --apply; echo \"[$?]\"; cat",
            environment: installation.searchingEnvironment
        )
        _ = try screen.text { $0.hasSuffix("Set these values now? [y/N]") }
        #expect(try installation.run("get", "size").output == "80\n")
        try screen.type(answer, "Enter")
        _ = try screen.text { $0.contains("[0]") }
        #expect(try installation.run("get", "size").output == size)
    }
}
