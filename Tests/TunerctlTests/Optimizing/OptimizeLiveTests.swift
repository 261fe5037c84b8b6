import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl optimize --live`, the real program.
@Suite(.blocking) struct OptimizeLiveTests {
    private let installation: Installation
    /// A number that is lowest, 0, for size 30 and depth 6.
    private let metric = """
        s=$(tunerctl get size); d=$(tunerctl get depth); echo $(((s - 30) * (s - 30) + (d - 6) * (d - 6)))
        """

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("declare", "size", #"{"type":"integer","default":80,"minimum":0,"maximum":100}"#)
        _ = try installation.run("declare", "depth", #"{"type":"integer","default":4,"minimum":0,"maximum":10}"#)
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    private func start(_ keys: [String], _ metric: String, _ more: String...) throws -> Program {
        let words = ["--live", "--minimize", metric, "--seed", "1", "--json", "--budget", "12"]
        return try installation.start(["optimize"] + keys + words + more)
    }

    private func lines(_ result: Program.Result) throws -> [JSON] {
        try result.output.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    /// Returns a metric command that runs another command in its run with a number, from 1.
    private func metric(inRun run: Int, _ command: String) -> String {
        "cd '\(installation.file(""))'; echo >>runs; [ $(wc -l <runs) != \(run) ] || { \(command); }; \(metric)"
    }

    private func value(_ key: String) throws -> String { try installation.run("get", key).output }

    private func checkNothingIsPending() throws {
        #expect(try installation.run("tries", "--json").output == "{\"tries\":[]}\n")
    }

    @Test func `every program receives the values, which stay near the present ones, and all are reverted`() throws {
        let watch = try installation.start("watch", "size")
        let lines = try lines(try start(["size", "depth"], metric).wait())
        let sizes = lines.dropLast().compactMap { $0["values"]?["size"]?.number }
        #expect(sizes.count == 12)
        #expect(sizes.allSatisfy { (70...90).contains($0) })
        #expect(lines.dropLast().allSatisfy { (3...5).contains($0["values"]?["depth"]?.number ?? 0) })
        #expect(lines.last?["values"] == ["depth": 5, "size": 70])
        #expect(try value("size") == "80\n")
        let changes = try watch.output { $0.contains("size 70\nsize 80\n") }
        #expect(changes.split(separator: "\n").count { $0 == "size 80" } >= 2)
        try checkNothingIsPending()
    }

    @Test func `--max-step widens the range, and --apply keeps the best values`() throws {
        let result = try start(["size"], metric, "--max-step", "60", "--apply", "--yes").wait()
        let last = try #require(try lines(result).last)
        #expect(abs((last["values"]?["size"]?.number ?? 0) - 30) <= 3, "\(last)")
        #expect(try value("size") == "\(Int(last["values"]?["size"]?.number ?? 0))\n")
        try checkNothingIsPending()
    }

    @Test func `a key that a person sets keeps the value, and the search continues without it`() throws {
        let program = try start(["size", "depth"], metric(inRun: 3, "tunerctl set depth 9 >/dev/null"))
        let result = try program.wait()
        let lines = try lines(result)
        let taken = try #require(lines.firstIndex { $0["changedKeys"] == ["depth"] })
        #expect(taken == 2)
        #expect(lines[(taken + 1)...].allSatisfy { $0["values"]?["depth"] == nil })
        #expect(lines.count == 2 + 1 + 9 + 1)
        #expect(result.errors.contains(" has changed depth in revision "), "\(result.errors)")
        #expect(result.errors.contains("tunerctl: the search begins again with size\n"), "\(result.errors)")
        #expect(lines.last?["values"]?["size"]?.number ?? 100 < 80)
        #expect(try value("depth") == "9\n")
        #expect(try value("size") == "80\n")
        try checkNothingIsPending()
    }

    @Test func `two people set two of the keys at the same time, and the search continues with the third one`() throws {
        _ = try installation.run("declare", "width", #"{"type":"integer","default":50,"minimum":0,"maximum":100}"#)
        let people = "tunerctl set depth 9 >/dev/null & tunerctl set size 33 >/dev/null & wait"
        let command = "\(metric(inRun: 3, people)); tunerctl get width"
        let result = try start(["size", "depth", "width"], command).wait()
        let lines = try lines(result)
        let taken = try #require(lines.firstIndex { $0["changedKeys"] == ["depth", "size"] }, "\(result)")
        let later = lines[(taken + 1)...].compactMap { $0["values"]?.object }
        #expect(later.count == lines.count - taken - 1)
        #expect(later.allSatisfy { $0.members.map(\.name) == ["width"] })
        #expect(lines.last?["values"] == ["width": 40])
        #expect(try installation.run("get", "depth", "size", "width").output == "depth 9\nsize 33\nwidth 50\n")
        try checkNothingIsPending()
    }

    @Test func `of an optimizer and two people with one key, the person who sets it wins`() throws {
        let people = "tunerctl try size=50 2>refused; tunerctl set size 33 >/dev/null"
        let result = try start(["size"], metric(inRun: 2, people)).wait()
        #expect(result.code == 1)
        #expect(result.errors.hasSuffix("other clients have changed all keys of the search; their values stay\n"))
        let refused = try installation.shell("cat '\(installation.file("refused"))'").output
        #expect(refused.contains("size is part of the try"), "\(refused)")
        #expect(try value("size") == "33\n")
        try checkNothingIsPending()
    }

    @Test func `a key in the try of a person is not changed`() throws {
        _ = try installation.run("try", "depth=4", "--for", "1h")
        let result = try start(["size", "depth"], metric).wait()
        #expect(result.errors.contains("depth is part of the try 3 of tunerctl"), "\(result.errors)")
        #expect(try lines(result).dropFirst().allSatisfy { $0["values"]?["depth"] == nil })
        #expect(try installation.run("tries").output.contains("depth"))
    }

    @Test func `a person who confirms the try ends the search`() throws {
        let result = try start(["size"], metric(inRun: 2, "tunerctl confirm >/dev/null")).wait()
        #expect(result.code == 1)
        #expect(result.errors.contains("the search has ended: tunerctl["), "\(result.errors)")
        #expect(try value("size") != "80\n")
        try checkNothingIsPending()
    }

    /// Writes a file in the second measurement, which then ends with the directory of the test.
    private var endless: String { metric(inRun: 2, "tunerctl get size >value; while [ -e value ]; do sleep 0.1; done") }

    private func waitForSecondMeasurement() throws {
        #expect(try eventually { ((try? Kernel.status(of: installation.file("value")))?.size ?? 0) > 0 })
        #expect(try value("size") != "80\n")
    }

    @Test func `a signal reverts the values`() throws {
        let optimize = try start(["size"], endless)
        try waitForSecondMeasurement()
        try optimize.send(2)
        #expect(try optimize.wait().code == 130)
        #expect(try value("size") == "80\n")
        try checkNothingIsPending()
    }

    @Test func `a kill leaves nothing behind`() throws {
        let optimize = try start(["size"], endless, "--limit", "1s")
        try waitForSecondMeasurement()
        try optimize.crash()
        #expect(try installation.run("wait", "size", "80", "--timeout", "60").output == "80\n")
        try checkNothingIsPending()
    }

    @Test func `a wrong command line is refused before the first measurement`() throws {
        try check(
            """
            $ tunerctl optimize size --minimize true --live --jobs 2
            tunerctl: --live has only one set of shared values, so --jobs is not possible; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --live --file f
            tunerctl: --file is not possible with --live: the shared values can change; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --max-step 5
            tunerctl: --max-step has no effect without --live; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --wait-applied 5s
            tunerctl: --wait-applied has no effect without --live; see tunerctl help optimize
            [2]
            $ tunerctl optimize size --minimize true --live --max-step 0.5
            tunerctl: --max-step is less than a step of size; it keeps its value
            tunerctl: no key has values within --max-step; see tunerctl help optimize
            [2]
            $ TUNER_WORLD=w tunerctl optimize size --minimize true --live 2>&1 | cut -c 1-60
            tunerctl: optimize changes the shared state, not this world;

            """
        )
    }
}
