import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl optimize`, the real program.
@Suite(.blocking) struct OptimizeCommandTests {
    private let installation: Installation
    /// A number that is lowest, 0, for size 30, mode fast and cached true.
    private let metric = """
        s=$(tunerctl get size); n=$(((s - 30) * (s - 30))); [ $(tunerctl get mode) = fast ] || n=$((n + 50))
        [ $(tunerctl get cached) = true ] || n=$((n + 20)); echo $n
        """

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        let size = #"{"type":"integer","default":80,"minimum":0,"maximum":100}"#
        _ = try installation.run("declare", "size", size)
        _ = try installation.run("declare", "mode", #"{"type":"string","enum":["slow","fast"],"default":"slow"}"#)
        _ = try installation.run("declare", "cached", "--type", "boolean", "--default", "false")
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    private func optimize(_ keys: [String], _ arguments: String...) throws -> Program.Result {
        try installation.start(["optimize"] + keys + arguments).wait(within: .seconds(300))
    }

    private func lines(_ text: String) throws -> [JSON] {
        try text.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    @Test func `a search finds the best number, option and boolean, in its own world`() throws {
        let keys = ["size", "mode", "cached"]
        let result = try optimize(keys, "--minimize", metric, "--seed", "1", "--budget", "30", "--json")
        let lines = try lines(result.output)
        #expect(lines.count == 31)
        #expect(lines[0]["values"] == ["cached": false, "mode": "slow", "size": 80])
        #expect(lines[0]["value"] == 2570.0)
        let last = try #require(lines.last)
        #expect(last["values"]?["mode"] == "fast")
        #expect(last["values"]?["cached"] == true)
        #expect(abs((last["values"]?["size"]?.number ?? 0) - 30) <= 2, "\(last)")
        #expect(last["improved"] == true)
        #expect(try installation.run("get", "size").output == "80\n")
        #expect(try installation.run("worlds").output == "")
    }

    @Test func `the result for people has a table, a chart and the next command`() throws {
        try check(
            """
            $ tunerctl optimize mode --minimize 'tunerctl get mode | tr sf 32 | cut -c 1' --seed 1
            key   before  best
            mode  slow    fast

            metric, median  3 -> 2
            gain            1 (33.3 %)
            95 % interval   exact: repeated measurements were equal
            measurements    3, seed 1
            lowest so far   3 █▁▁ 2

            Better values were found. To set them: tunerctl set mode=fast

            """
        )
    }

    @Test func `the search avoids values that the guard refuses, and values for which the metric fails`() throws {
        let keys = ["size", "--budget", "20", "--seed", "2", "--json"]
        let check = "test $(tunerctl get size) -le 90"
        let guarded = try optimize(keys, "--maximize", "tunerctl get size", "--guard", check)
        let value = try #require(try lines(guarded.output).last?["value"]?.number)
        #expect((86...90).contains(value), "\(guarded.output)")
        #expect(guarded.output.contains(#""refused":true"#))
        let failing = try optimize(keys, "--maximize", "\(check) && tunerctl get size")
        #expect(try lines(failing.output).last?["value"]?.number == value)
        #expect(failing.errors.contains(": the metric command has ended with exit code 1\n"), "\(failing.errors)")
    }

    @Test func `a search ends if the metric fails for the present values`() throws {
        try check(
            """
            $ tunerctl optimize size --minimize 'echo no connection; exit 7'
            tunerctl: the present values: the metric command has ended with exit code 7; its output ends with:
              no connection
            [1]
            $ tunerctl optimize size --minimize 'sleep 600' --limit 100ms
            tunerctl: the present values: the metric command or the guard has not ended within 0.1 s
            [1]
            $ tunerctl optimize mode --minimize 'echo 1' --guard false -q
            tunerctl: each of the 2 measurements has failed, or the guard has refused its values
            [1]
            $ tunerctl worlds

            """
        )
    }

    @Test func `two jobs measure in two worlds at the same time`() throws {
        // Each metric command waits until the other world has one, too.
        let metric =
            "cd '\(installation.file(""))'; : >here.$TUNER_WORLD; until [ -e here2 ]; do "
            + "set -- here.*; [ $# -lt 2 ] || : >here2; done; tunerctl get size"
        let result = try optimize(["size"], "--maximize", metric, "--jobs", "2", "--budget", "6", "--json")
        #expect(try lines(result.output).count == 7)
    }

    @Test(arguments: ["1", "3"]) func `the same seed gives the same lines`(jobs: String) throws {
        let words = ["size", "mode", "--minimize", metric, "--seed", "5", "--budget", "14", "--json", "--jobs", jobs]
        let first = try installation.start(["optimize"] + words).wait(within: .seconds(300))
        let second = try installation.start(["optimize"] + words).wait(within: .seconds(300))
        #expect(first.output.split(separator: "\n").count == 15)
        #expect(first == second)
    }

    @Test func `a metric with noise is measured again before and after, and the interval decides`() throws {
        // The noise depends on the number of the run only, so that the test can be repeated.
        let noise = "cd '\(installation.file(""))'; r=$(cat runs 2>/dev/null || echo 0); echo $((r + 1)) >runs; "
        let words = ["size", "--budget", "30", "--seed", "1", "--json"]
        let real = try optimize(words, "--minimize", noise + "echo $(($(tunerctl get size) * 3 + r * 7 % 19))")
        let lines = try lines(real.output)
        #expect(lines.count { $0["phase"] == "before" } == 4)
        #expect(lines.count { $0["phase"] == "after" } == 4)
        let last = try #require(lines.last)
        #expect(last["improved"] == true)
        #expect((last["low"]?["value"]?.number ?? 0) > 100)
        let none = try optimize(words, "--minimize", noise + "echo $((100 + r * 7 % 19))")
        let result = try self.lines(none.output).last
        #expect(result?["improved"] == false)
        #expect(result?["values"] == ["size": 80])
    }

    @Test func `a signal ends all programs and worlds`() throws {
        let endless = "while :; do sleep 600; done"
        let write =
            "cd '\(installation.file(""))'; f=$TUNER_WORLD.NAME; echo $$ >$f.new; mv $f.new $f; "
        let (metric, program) = (write.replacing("NAME", with: "metric"), write.replacing("NAME", with: "program"))
        let optimize = try installation.start(
            ["optimize", "size", "--jobs", "2", "--minimize", metric + endless, "--", "sh", "-c", program + endless]
        )
        let list = "cd \"$1\"; set -- *.metric *.program; [ $# = 4 ] && cat \"$@\""
        var pids: [Int32] = []
        _ = try eventually {
            let output = try Program(script: list, [installation.file("")]).wait().output
            pids = output.split(separator: "\n").compactMap { Int32($0) }
            return pids.count == 4
        }
        #expect(pids.count == 4)
        try optimize.send(2)
        #expect(try optimize.wait() == Program.Result(code: 130))
        for pid in pids { #expect(!Kernel.isProcess(pid)) }
        #expect(try installation.run("worlds").output == "")
    }

    @Test func `a wrong command line is refused before the first measurement`() throws {
        try check(
            """
            $ tunerctl optimize size
            tunerctl: --minimize COMMAND or --maximize COMMAND is missing; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --maximize true
            tunerctl: use only one of --minimize and --maximize; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --apply </dev/null
            tunerctl: --apply asks on a terminal; without a terminal, add --yes; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --yes
            tunerctl: --yes has no effect without --apply; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --budget 1
            tunerctl: --budget must be a whole number from 2, got 1; see tunerctl help optimize
            [2]
            $ tunerctl optimize siz --minimize true
            tunerctl: there is no key siz; did you mean size?; see tunerctl help optimize
            [2]

            """
        )
    }
}
