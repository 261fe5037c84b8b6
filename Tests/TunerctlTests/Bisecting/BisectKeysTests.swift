import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl bisect --keys`, the real program.
@Suite(.blocking) struct BisectKeysTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    private func run(_ arguments: String...) throws -> Program.Result {
        try installation.start(["bisect", "--keys"] + arguments).wait()
    }

    private func write(_ name: String, _ value: (Int) -> Int) throws -> String {
        let members = (0..<300).map { "\"key.\($0)\": \(value($0))" }
        return try installation.write("{\(members.joined(separator: ", "))}", to: name)
    }

    @Test func `of 300 values, the two that fail together are found`() throws {
        let (good, bad) = (try write("good.json") { $0 }, try write("bad.json") { $0 + 1_000 })
        let script = "set -- $(tunerctl get key.17 key.230); [ $2 -lt 1000 ] || [ $4 -lt 1000 ]"
        let result = try run("--good", good, "--bad", bad, "--json", "--", "sh", "-c", script)
        #expect(result.code == 0, "\(result)")
        let json = try JSON.parse(result.output)
        #expect(json["outcome"] == "found" && json["differing"] == 300)
        let keys: JSON = [
            ["key": "key.17", "good": 17, "bad": 1_017], ["key": "key.230", "good": 230, "bad": 1_230],
        ]
        #expect(json["keys"] == keys)
        let runs = result.errors.split(separator: "\n").count - 1
        #expect(json["runs"] == .integer(Int64(runs)))
        #expect(runs < 120, "\(runs)")
        #expect(try installation.run("list").output.isEmpty)
    }

    @Test func `the values of a revision, and the present ones`() throws {
        try Transcript(
            """
            $ tunerctl set -q a=1 b=2 c=3
            $ tunerctl set -q a=5 b=6 c=7 d=8
            $ tunerctl bisect --keys --good 1 -- sh -c '[ $(tunerctl get b) -lt 6 ]'
            tunerctl: 3 differing keys; at most 1000 runs
            tunerctl: the good setting is good, as expected
            tunerctl: the bad setting is bad, as expected
            tunerctl: run 3, with 1 bad value: good; 3 left
            tunerctl: run 4, with 2 bad values: bad; 2 left
            tunerctl: run 5, with 1 bad value: bad; 1 left
            the bad value of 1 key, of 3 that differ, makes the command fail (5 runs):
            KEY  GOOD  BAD
            b    2     6
            $ tunerctl get a b c d
            a 5
            b 6
            c 7
            d 8
            $ tunerctl bisect --keys --good 2 -- true
            tunerctl: the good and the bad setting have the same values
            [1]
            $ tunerctl bisect --keys --good 1 -q -- true
            tunerctl: the bad setting must be bad, but the command has ended with exit code 0 there
            [1]
            $ tunerctl bisect --good 1 --runs 9 -- true
            tunerctl: --runs needs --keys; see tunerctl help bisect
            [2]
            $ tunerctl bisect --keys --good absent.json -- true
            tunerctl: open of absent.json failed: No such file or directory (ENOENT)
            [2]
            $ tunerctl worlds

            """
        ).check(in: installation)
    }

    @Test func `files can name flags, and be exports`() throws {
        try Transcript(
            """
            $ tunerctl flag create beta --bool --default off
            $ tunerctl set -q size=1 name=x
            $ tunerctl export >good.json
            $ echo '{"size":2,"name":"y","beta":true}' >bad.json
            $ tunerctl bisect --keys --good good.json --bad bad.json -q -- sh -c '[ $(tunerctl flag get beta) = false ]'
            the bad value of 1 key, of 3 that differ, makes the command fail (6 runs):
            KEY        GOOD    BAD
            flag beta  as now  true

            """
        ).check(in: installation)
    }

    @Test func `a value that the daemon refuses is left out, and others cannot change the present values`() throws {
        try Transcript(
            """
            $ tunerctl declare -q size --type integer --default 1 --max 9
            $ tunerctl set -q size=5 way=3 on=1
            $ echo '{"size":2,"way":1}' >good.json
            $ echo '{"size":99,"way":7}' >bad.json
            $ tunerctl bisect --keys --good good.json --bad bad.json -- sh -c '[ $(tunerctl get way) -lt 5 ]'
            tunerctl: size keeps its present value: size must be at most 9, got 99
            tunerctl: 2 differing keys; at most 1000 runs
            tunerctl: the good setting is good, as expected
            tunerctl: the bad setting is bad, as expected
            tunerctl: run 3, with 1 bad value: good; 2 left
            tunerctl: run 4, with 1 bad value: bad; 1 left
            the bad value of 1 key, of 2 that differ, makes the command fail (4 runs):
            KEY  GOOD  BAD
            way  1     7
            $ tunerctl bisect --keys --good good.json -q --json -- sh -c 'TUNER_WORLD= tunerctl set -q way 1; [ $(tunerctl get way) -lt 3 ]'
            {"outcome":"found","keys":[{"key":"way","good":1,"bad":3}],"differing":2,"skipped":0,"runs":4}

            """
        ).check(in: installation)
    }

    @Test func `skipped runs do not end the search, and too few runs leave more keys`() throws {
        let (good, bad) = (try write("good.json") { $0 }, try write("bad.json") { $0 + 1_000 })
        let skipping = "set -- $(tunerctl get key.0 key.1); [ $2 -lt 1000 ] || { [ $4 -ge 1000 ] || exit 125; false; }"
        let result = try run("--good", good, "--bad", bad, "-q", "--", "sh", "-c", skipping)
        #expect(result.output.hasPrefix("the bad values of 2 keys, of 300 that differ, make the command fail ("))
        #expect(result.output.contains(" skipped):\n"), "\(result)")
        let few = try run("--good", good, "--bad", bad, "-q", "--runs", "4", "--", "sh", "-c", skipping)
        #expect(few.output.contains("(4 runs); fewer keys may be enough: allow more runs with --runs:\n"), "\(few)")
        #expect(few.code == 1)
    }
}
