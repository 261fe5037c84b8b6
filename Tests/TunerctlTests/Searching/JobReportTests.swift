import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The jobs that the real `tunerctl` reports to the real daemon.
///
/// The measured command itself reads the jobs, so it sees them during the search.
@Suite(.blocking) struct JobReportTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        let size = #"{"type":"integer","default":80,"minimum":0,"maximum":100}"#
        _ = try installation.run("declare", "size", size)
        let look = "tunerctl call jobs.list >>'\(installation.file("jobs"))'"
        _ = try installation.write("\(look)\ntunerctl get size\n", to: "metric")
        _ = try installation.write("\(look)\n[ $(tunerctl get size) -lt 50 ]\n", to: "check")
        _ = try installation.write(#"{"size":10}"#, to: "a.json")
        _ = try installation.write(#"{"size":90}"#, to: "b.json")
    }

    private var metric: String { "sh '\(installation.file("metric"))'" }

    private func run(_ arguments: String...) throws -> Program.Result {
        try installation.start(arguments).wait(within: .seconds(300))
    }

    /// The job that the daemon has after the end of the command.
    private var ended: JSON? {
        get throws {
            let jobs = try JSON.parse(try installation.run("call", "jobs.list").output)["jobs"]?.elements ?? []
            #expect(jobs.count == 1)
            #expect(jobs.first?["client"] == "tunerctl")
            #expect(jobs.first?["ended"] != nil)
            return jobs.first
        }
    }

    /// Returns the jobs that the command has seen, each time that it ran.
    private func seen() throws -> [JSON] {
        let text = try installation.text(of: "jobs")
        let lists = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        return lists.compactMap { $0["jobs"]?.elements?.first }
    }

    @Test(arguments: [["--jobs", "1"], ["--live", "--max-step", "100"]])
    func `a search reports each measurement, and its result`(options: [String]) throws {
        let arguments = ["optimize", "size", "--minimize", metric, "--seed", "1", "--budget", "12"] + options
        let result = try installation.start(arguments).wait(within: .seconds(300))
        #expect(result.code == 0, "\(result)")
        let seen = try seen()
        #expect(seen.map { $0["done"] } == (0..<12).map { .integer($0) })
        for job in seen {
            #expect([job["kind"], job["title"], job["state"], job["total"]] == ["optimize", "size", "running", 12])
            #expect(job["metric"] == .string(metric))
        }
        #expect(seen[0]["best"] == nil)
        #expect(seen[1]["before"] == 80.0)
        #expect(seen[1]["values"] == ["size": 80])
        #expect(seen[1]["points"] == [80.0])
        #expect(seen[11]["points"]?.elements?.count == 11)
        let lowest = seen[11]["points"]?.elements?.compactMap(\.number).min()
        #expect(seen[11]["best"]?.number == lowest)
        #expect(seen[11]["values"]?["size"]?.number == lowest)
        let job = try #require(try ended)
        #expect(job["state"] == "found")
        #expect(job["message"] == "Better values were found.")
        #expect([job["done"], job["before"]] == [12, 80.0])
        #expect(job["values"]?["size"]?.number == job["best"]?.number)
    }

    @Test func `a search without better values finds nothing`() throws {
        _ = try run("optimize", "size", "--maximize", "echo 1", "--seed", "1", "--budget", "4")
        let job = try #require(try ended)
        #expect(job["state"] == "none")
        #expect(job["message"] == "No better values than the present ones were found.")
    }

    @Test func `a sweep reports the medians in the order of its values`() throws {
        #expect(try run("sweep", "size", "--steps", "3", "--metric", metric, "--seed", "1").code == 0)
        #expect(try seen().map { $0["done"] } == [0, 1, 2])
        let job = try #require(try ended)
        #expect([job["kind"], job["title"], job["total"], job["state"]] == ["sweep", "size", 3, "found"])
        #expect(job["points"] == [0.0, 50.0, 100.0])
        #expect(job["message"] == "The median is lowest with size=0: 0 and highest with size=100: 100.")
    }

    @Test func `a comparison reports both medians, and its verdict`() throws {
        let (a, b) = (installation.file("a.json"), installation.file("b.json"))
        #expect(try run("compare", a, b, "--metric", metric, "--rounds", "4", "--seed", "1").code == 0)
        let seen = try seen()
        #expect(seen.count == 8)
        #expect([seen[2]["done"], seen[2]["total"], seen[2]["a"]?["median"]] == [1, 4, 10.0])
        let job = try #require(try ended)
        #expect(job["state"] == "found")
        #expect(job["a"] == ["name": .string(a), "median": 10.0, "points": [10.0, 10.0, 10.0, 10.0]])
        #expect(job["b"] == ["name": .string(b), "median": 90.0, "points": [90.0, 90.0, 90.0, 90.0]])
        #expect([job["low"], job["high"]] == [80.0, 80.0])
        #expect(job["message"] == "B is higher than A by 80 (800 %).")
        #expect(job["values"] == nil)
    }

    @Test func `equal settings find nothing`() throws {
        let a = installation.file("a.json")
        #expect(try run("compare", a, a, "--metric", metric, "--rounds", "4").code == 0)
        #expect(try ended?["state"] == "none")
        #expect(try ended?["message"] == "No difference found.")
    }

    @Test func `a search for a commit reports its runs, and no value`() throws {
        for size in ["10", "20", "70", "80"] { _ = try installation.run("set", "size", size) }
        let check = installation.file("check")
        #expect(try run("bisect", "--good", "2", "--bad", "5", "--", "sh", check).code == 0)
        let seen = try seen()
        #expect(seen.first?["title"] == .string("sh \(check)"))
        #expect(seen.map { $0["done"] } == [0, 1, 2, 3], "\(seen)")
        #expect(seen.map { $0["total"] } == [nil, 4, 4, 4], "\(seen)")
        #expect(seen[1]["message"] == "revision 2 is good, as expected")
        #expect(seen.last?["message"]?.text?.hasPrefix("revision 3 is good; 2 commits left") == true, "\(seen)")
        let job = try #require(try ended)
        #expect(job["message"] == "revision 4 is the first bad one")
        #expect([job["state"], job["done"], job["values"]] == ["found", 4, nil])
    }

    @Test func `a search for keys reports the names of the keys, and no value`() throws {
        let (a, b) = (installation.file("a.json"), installation.file("b.json"))
        let check = installation.file("check")
        #expect(try run("bisect", "--keys", "--good", a, "--bad", b, "--", "sh", check).code == 0)
        #expect(try seen().map { $0["done"] } == [0, 1])
        let job = try #require(try ended)
        #expect(job["message"] == "the command fails with the bad values of size")
        #expect([job["state"], job["values"], job["total"]] == ["found", nil, nil])
    }

    @Test func `a search that fails reports the first line of the reason`() throws {
        let result = try run("sweep", "size", "--metric", "echo no; exit 3")
        #expect(result.code == 1)
        let job = try #require(try ended)
        #expect(job["state"] == "failed")
        #expect(
            job["message"]?.text?.hasSuffix("the metric command has ended with exit code 3")
                == true
        )
    }

    @Test func `Ctrl-C stops a search, and kill stops it, too`() throws {
        for signal in [SIGINT, SIGKILL] {
            try? Kernel.removeFile(installation.file("jobs"))
            let program = try installation.start("sweep", "size", "--metric", "\(metric); sleep 60")
            #expect(try eventually { (try? installation.text(of: "jobs"))?.hasSuffix("\n") == true })
            try program.send(signal)
            _ = try program.wait()
        }
        func jobs() throws -> [JSON] {
            try JSON.parse(try installation.run("call", "jobs.list").output)["jobs"]?.elements ?? []
        }
        #expect(try eventually { try jobs().allSatisfy { $0["ended"] != nil } })
        #expect(try jobs().map { $0["state"] } == ["stopped", "stopped"])
        let sentences: [JSON?] = ["tunerctl has ended without a result.", "A signal has stopped the command."]
        #expect(try jobs().map { $0["message"] } == sentences)
    }

    @Test func `a daemon that ends during the search does not change its exit code`() throws {
        let result = try run("sweep", "size", "--steps", "3", "--metric", "tunerctl stop >&2; echo 1")
        #expect(result.code == 4, "\(result)")
        #expect(result.errors.contains("closed the connection"))
    }
}
