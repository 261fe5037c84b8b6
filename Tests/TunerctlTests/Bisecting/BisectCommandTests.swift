import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl bisect`, the real program.
@Suite(.blocking) struct BisectCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    /// Runs `tunerctl bisect`, whose command finds `tunerctl`, too.
    private func run(_ arguments: String...) throws -> Program.Result {
        try installation.start(["bisect"] + arguments).wait()
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    /// Makes a commit for each number: `size` has the number, and `other` changes in each third one.
    private func commit(_ numbers: ClosedRange<Int>) throws {
        let lines = numbers.map { "set size \($0)\n" }.joined()
        let shell = try installation.start("shell", "-q")
        try shell.write(lines)
        shell.endInput()
        #expect(try shell.wait().code == 0)
    }

    /// Writes a command that fails from a size on, and returns its path.
    private func command(failingFrom size: Int, _ more: String = "") throws -> String {
        let script = "#!/bin/sh\nsize=$(tunerctl get size)\n\(more)\n[ $size -lt \(size) ]\n"
        let path = try installation.write(script, to: "check")
        try Kernel.setMode(path, 0o755)
        return path
    }

    @Test func `three commits: the commit, its author and its difference are printed`() throws {
        _ = try command(failingFrom: 2)
        try check(
            """
            $ tunerctl set -q size=1 other=1
            $ tunerctl set -q size=2 other=2
            $ tunerctl set -q size=3
            $ tunerctl bisect --good 1 --bad 3 -- ./check
            tunerctl: revision 1 is good, as expected
            tunerctl: revision 3 is bad, as expected
            tunerctl: revision 2 is bad
            revision 2 is the first bad one (3 runs):
            2 TIME tunerctl[PID] tunables.update
                size: 1 -> 2 (local)
                other: 1 -> 2 (local)
            $ tunerctl bisect --good 1 -q -- ./check | head -n 1
            revision 2 is the first bad one (3 runs):
            $ tunerctl worlds
            $ tunerctl get size
            3

            """
        )
    }

    @Test(arguments: [2, 17, 40])
    func `40 commits need few runs`(first: Int) throws {
        try commit(1...40)
        let path = try command(failingFrom: first)
        let result = try run("--good", "1", "--bad", "40", "--json", "--", path)
        #expect(result.code == 0, "\(result)")
        let json = try JSON.parse(result.output)
        #expect(json["outcome"] == "found" && json["first"] == "bad")
        let commit = json["commits"]?.elements?.first
        #expect(commit?["revision"] == .integer(Int64(first)))
        #expect(commit?["actor"]?["client"] == "tunerctl" && commit?["actor"]?["uid"] != nil)
        let change = commit?["changes"]?.elements?.first
        #expect(change?["old"] == .integer(Int64(first - 1)) && change?["value"] == .integer(Int64(first)))
        #expect(result.errors.split(separator: "\n").count <= 8, "\(result.errors)")
    }

    @Test func `nobody outside of the worlds sees a step`() throws {
        try commit(1...9)
        let watch = try installation.start("watch", "size", "--initial")
        #expect(try watch.line() == "size 9")
        let path = try command(failingFrom: 4, "echo $size >>'\(installation.file("sizes"))'; tunerctl set -q mine 1")
        #expect(try run("--good", "1", "--", path).code == 0)
        #expect(Set(try installation.text(of: "sizes").split(separator: "\n")).count > 3)
        _ = try installation.run("set", "size", "10")
        #expect(try watch.line() == "size 10")
        #expect(try installation.run("get", "mine").code == 3)
    }

    @Test func `skipped revisions are avoided, and named if no others are left`() throws {
        try commit(1...9)
        let path = try command(failingFrom: 6, "case $size in 5 | 6) exit 125 ;; esac")
        let result = try run("--good", "1", "--", path)
        #expect(result.code == 1, "\(result)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "one of these revisions is the first bad one; all but the last were skipped:")
        #expect(lines.dropFirst().compactMap { $0.split(separator: " ").first } == ["5", "6", "7"])
        let json = try JSON.parse(try run("--good", "1", "--json", "-q", "--", path).output)
        #expect(json["outcome"] == "undecided" && json["skipped"] == [5, 6])
        let avoiding = try command(failingFrom: 3, "case $size in 5 | 6) exit 125 ;; esac")
        let found = try run("--good", "1", "--", avoiding)
        #expect(found.output.hasPrefix("revision 3 is the first bad one"), "\(found)")
    }

    @Test func `a bad revision before the good one: the first good one is found`() throws {
        try commit(1...9)
        let script = "[ $(tunerctl get size) -ge 7 ]"
        let result = try run("--bad", "2", "--good", "9", "--", "sh", "-c", script)
        #expect(result.output.hasPrefix("revision 7 is the first good one"), "\(result)")
        #expect(result.errors.hasPrefix("tunerctl: the bad revision is older than the good one"), "\(result)")
    }

    @Test func `overrides of flags are searched, and other commits are left out`() throws {
        try check(
            """
            $ tunerctl flag create beta --bool --default off
            $ tunerctl set -q size 1
            $ tunerctl declare late --type integer >/dev/null
            $ tunerctl flag on beta >/dev/null
            $ tunerctl set -q size 2
            $ tunerctl flag off beta >/dev/null
            $ tunerctl bisect --good 2 --bad 5 -- sh -c '[ $(tunerctl flag get beta) = false ]'
            tunerctl: had no override at revision 2, used with the present one: flag beta
            tunerctl: revision 2 is good, as expected
            tunerctl: revision 5 is bad, as expected
            tunerctl: revision 4 is bad
            revision 4 is the first bad one (3 runs):
            4 TIME tunerctl[PID] flags.set beta: override on

            """
        )
    }

    @Test func `wrong ends, no commits and codes that end the search`() throws {
        try commit(1...4)
        try check(
            """
            $ tunerctl bisect --good 1 --bad 3 -q -- false
            tunerctl: revision 1 must be good, but the command has ended with exit code 1 there
            [1]
            $ tunerctl bisect --good 1 --bad 3 -q -- true
            tunerctl: revision 3 must be bad, but the command has ended with exit code 0 there
            [1]
            $ tunerctl bisect --good 1 --bad 3 -q -- sh -c 'exit 125'
            tunerctl: the command has skipped revision 1 (exit code 125), which must be tested
            [1]
            $ tunerctl bisect --good 1 --bad 3 -q -- sh -c 'exit 200'
            tunerctl: the command has ended with exit code 200, which ends the search; 0 is good, 125 skips, and 1 to 124, 126 and 127 are bad
            [200]
            $ tunerctl bisect --good 1 --bad 3 -q -- sh -c 'kill -9 $$'
            tunerctl: the command has ended with exit code 137, which ends the search; 0 is good, 125 skips, and 1 to 124, 126 and 127 are bad
            [137]
            $ tunerctl bisect --good 4 -- true
            tunerctl: no commit after revision 4 and up to 4 changes a value or an override of a flag
            [1]
            $ tunerctl bisect --good 9 -- true
            tunerctl: there is no revision 9; the last one is 4
            [3]
            $ tunerctl bisect --good 1 -- absent
            tunerctl: there is no program absent
            [127]
            $ tunerctl bisect -- true
            tunerctl: --good REVISION is missing; see tunerctl help bisect
            [2]
            $ tunerctl bisect --good 1
            tunerctl: COMMAND is missing; see tunerctl help bisect
            [2]
            $ tunerctl bisect --good x -- true
            tunerctl: --good must be a revision, a time such as TIME, or a time before now such as 30m, got x; see tunerctl help bisect
            [2]

            """
        )
    }

    @Test func `a daemon that ends during a run is an error`() throws {
        try commit(1...9)
        let path = try command(failingFrom: 4, "[ $size -ne 5 ] || tunerctl stop >/dev/null 2>&1")
        let result = try run("--good", "1", "--", path)
        #expect(result.code == 4, "\(result)")
        #expect(result.errors.contains("closed the connection; if it has ended, start one with"), "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test func `a daemon that restarts during a run is an error, too`() throws {
        try commit(1...9)
        let path = try command(failingFrom: 4, "[ $size -ne 5 ] || { tunerctl stop; tunerctl start; } >/dev/null 2>&1")
        let result = try run("--good", "1", "--", path)
        #expect(result.code == 4, "\(result)")
    }

    @Test func `commits of others during the search do not change its steps`() throws {
        try commit(1...9)
        let path = try command(failingFrom: 4, "TUNER_WORLD= tunerctl set -q size 0")
        let result = try run("--good", "1", "--bad", "9", "--", path)
        #expect(result.output.hasPrefix("revision 4 is the first bad one"), "\(result)")
    }

    @Test func `an interrupt ends the search, whatever the command returns`() throws {
        try commit(1...4)
        let started = installation.file("started")
        let script = "trap 'exit 1' INT; echo x >>'\(started)'; while :; do sleep 0.05; done"
        let bisect = try installation.start("bisect", "--good", "1", "--", "sh", "-c", script)
        try installation.expect("started", toHold: "\n")
        try bisect.send(2)
        #expect(try bisect.wait().code == 130)
        #expect(try installation.text(of: "started") == "x\n")
    }

    @Test func `SIGTERM ends the command and the search`() throws {
        try commit(1...4)
        let started = installation.file("started")
        let script = "echo $$ >'\(started)'; exec sleep 600"
        let bisect = try installation.start("bisect", "--good", "1", "--", "sh", "-c", script)
        try installation.expect("started", toHold: "\n")
        try bisect.send(15)
        #expect(try bisect.wait().code == 143)
        let pid = try #require(Int32(try installation.text(of: "started").dropLast()))
        #expect(!Kernel.isProcess(pid))
        #expect(try installation.run("worlds").output.isEmpty)
    }
}
