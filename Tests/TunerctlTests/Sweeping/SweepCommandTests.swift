import BlockingTests
import ConsoleCore
import JSONCore
import OptionCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl sweep`, the real program.
@Suite(.blocking) struct SweepCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        let pool = #"{"type":"integer","default":4,"minimum":1,"maximum":9}"#
        _ = try installation.run("declare", "net.pool", pool)
        _ = try installation.run("declare", "net.mode", #"{"type":"string","enum":["slow","fast"],"default":"slow"}"#)
        _ = try installation.run("declare", "net.name", "--type", "string", "--default", "x")
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    @Test func `a sweep measures all combinations in its own world`() throws {
        _ = try installation.write(
            "n=$(tunerctl get net.pool); case $(tunerctl get net.mode) in slow) echo $((100 - n));; *) echo $n;; esac",
            to: "metric"
        )
        try check(
            """
            $ tunerctl sweep 'net.*' --steps 3 --metric 'sh metric' --seed 1
            tunerctl: net.name has the type string, and no enum; it keeps its value
            net.mode  net.pool  median
            slow      1         99      highest
            slow      5         95
            slow      9         91
            fast      1         1       lowest
            fast      5         5
            fast      9         9

            seed 1
            $ tunerctl get net.pool
            4
            $ tunerctl worlds

            """
        )
    }

    @Test func `a declared scale applies`() throws {
        try check(
            """
            $ tunerctl declare net.buffer --type integer --default 4 --min 1 --max 16 --scale log
            $ tunerctl sweep net.buffer --steps 3 --metric 'tunerctl get net.buffer' --seed 1 | head -n 4
            net.buffer  median
            1           1       lowest
            4           4
            16          16      highest

            """
        )
    }

    @Test func `one key has a chart, and --range and --repeat apply`() throws {
        try check(
            """
            $ tunerctl sweep net.pool --range net.pool=2..4 --repeat 2 --metric 'tunerctl get net.pool' --seed 1
            net.pool  median  from  to
            2         2       2     2   lowest
            3         3       3     3
            4         4       4     4   highest

            2 █
            3                                     █
            4                                                                        █
              2 ──────────────────────────────────────────────────────────────────── 4

            seed 1

            """
        )
    }

    @Test func `--json prints each point with its numbers`() throws {
        try check(
            """
            $ tunerctl sweep net.mode --metric 'tunerctl get net.mode | wc -c' --seed 3 --json
            {"points":[{"values":{"net.mode":"slow"},"median":5.0,"numbers":[5.0]},{"values":{"net.mode":"fast"},"median":5.0,"numbers":[5.0]}],"lowest":0,"highest":0,"seed":3}

            """
        )
    }

    @Test func `two jobs measure in two worlds at the same time`() throws {
        // Each metric command waits until the other world has one, too.
        let metric =
            "cd '\(installation.file(""))'; : >here.$TUNER_WORLD; until [ -e here2 ]; do "
            + "set -- here.*; [ $# -lt 2 ] || : >here2; done; tunerctl get net.pool"
        let sweep = try installation.start("sweep", "net.pool", "--steps", "2", "--jobs", "2", "--metric", metric)
        let result = try sweep.wait()
        #expect(result.output.hasPrefix("net.pool  median\n1         1       lowest\n9         9       highest\n"))
        #expect(try installation.run("worlds").output == "")
    }

    @Test func `each measurement starts a program in its world and ends it`() throws {
        let program = "echo $$ >>pids; tunerctl get net.pool >new; mv new value; sleep 600 & wait"
        let metric = "until [ -s value ]; do :; done; cat value; rm value"
        let script = """
            cd '\(installation.file(""))'
            tunerctl sweep net.pool --steps 3 --metric '\(metric)' --json --seed 1 -- sh -c '\(program)'
            """
        let json = try JSON.parse(try installation.shell(script).output)
        #expect(json["points"]?.elements?.map { $0["median"] } == [1.0, 5.0, 9.0])
        let pids = try Program(script: "cat \"$1\"", [installation.file("pids")]).wait().output.split(separator: "\n")
        #expect(pids.count == 3)
        for pid in pids.compactMap({ Int32($0) }) { #expect(!Kernel.isProcess(pid)) }
    }

    @Test func `a failed measurement leaves a note, and the sweep continues`() throws {
        try check(
            """
            $ tunerctl sweep net.pool --steps 2 --seed 1 --metric 'v=$(tunerctl get net.pool); [ $v = 1 ] || { echo no; exit 3; }; echo $v'
            tunerctl: net.pool=9: the metric command has ended with exit code 3; its output ends with:
              no
            net.pool  median
            1         1
            9         failed

            1                                     █
                                                  1

            seed 1
            $ tunerctl sweep net.pool --steps 2 --seed 1 --metric false -q
            tunerctl: no point has a number; the first one, net.pool=1: the metric command has ended with exit code 1
            [1]

            """
        )
    }

    @Test func `a signal ends all programs and worlds`() throws {
        let metric = "cd '\(installation.file(""))'; echo $$ >$TUNER_WORLD.new; mv $TUNER_WORLD.new $TUNER_WORLD.pid; "
        let sweep = try installation.start(
            ["sweep", "net.pool", "--jobs", "2", "--metric", metric + "while :; do sleep 600; done"]
        )
        let list = "set -- '\(installation.file(""))'*.pid; [ $# = 2 ] && cat \"$@\""
        var pids: [Int32] = []
        _ = try eventually {
            pids = try Program(script: list).wait().output.split(separator: "\n").compactMap { Int32($0) }
            return pids.count == 2
        }
        #expect(pids.count == 2)
        try sweep.send(2)
        #expect(try sweep.wait() == Program.Result(code: 130))
        for pid in pids { #expect(!Kernel.isProcess(pid)) }
        #expect(try installation.run("worlds").output == "")
    }

    @Test func `a wrong command line is refused before the first measurement`() throws {
        try check(
            """
            $ tunerctl sweep net.pool
            tunerctl: --metric COMMAND is missing; see tunerctl help sweep
            [2]
            $ tunerctl sweep --metric true -- true
            tunerctl: PATTERN is missing; see tunerctl help sweep
            [2]
            $ tunerctl sweep net.name --metric true
            tunerctl: net.name has the type string, and no enum; see tunerctl help sweep
            [2]
            $ tunerctl sweep net.pol --metric true
            tunerctl: there is no key net.pol; did you mean net.pool?; see tunerctl help sweep
            [2]
            $ tunerctl set free 3 -q; tunerctl sweep free --metric true
            tunerctl: free has no range; declare a minimum and a maximum, or give --range free=LOW..HIGH; see tunerctl help sweep
            [2]
            $ tunerctl sweep free --metric true --range free=9..1
            tunerctl: --range must be KEY=LOW..HIGH with two numbers, such as net.pool=1..64, got free=9..1; see tunerctl help sweep
            [2]
            $ tunerctl sweep net.pool --metric true --range free=1..9
            tunerctl: no pattern matches free, which --range or --log names; see tunerctl help sweep
            [2]
            $ tunerctl sweep free --metric true --range free=0..4000 --steps 2000
            tunerctl: the sweep has 2000 combinations, and at most 1000 are allowed; use fewer --steps, or fewer keys; see tunerctl help sweep
            [2]
            $ tunerctl sweep net.pool --metric true -- not-a-program
            tunerctl: there is no program not-a-program
            [127]

            """
        )
    }
}
