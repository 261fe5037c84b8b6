import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the jobs that programs report.
@Suite(.blocking) struct JobTests {
    private let daemon: DaemonProcess
    private let observer: Client

    init() throws {
        daemon = try DaemonProcess()
        observer = try daemon.client()
    }

    private static func job(_ title: String, _ members: JSONObject = [:]) -> JSON {
        var job: JSONObject = ["kind": "optimize", "title": .string(title), "state": "running"]
        for member in members.members { job[member.name] = member.value }
        return .object(job)
    }

    private func program(_ name: String = "tunerctl") throws -> Client {
        let program = try daemon.client()
        try program.call("session.hello", ["client": .string(name)])
        return program
    }

    private func jobs() throws -> [JSON] { try observer.call("jobs.list")["jobs"]?.elements ?? [] }

    /// Returns the title and the state of each job.
    private func summary() throws -> [String] {
        try jobs().map { "\($0["title"]?.string ?? "") \($0["state"]?.string ?? "")" }
    }

    @Test func `every client sees a job, and a report replaces the one before as a whole`() throws {
        let program = try program()
        let members: JSONObject = [
            "done": 3, "total": 40, "metric": "./latency", "before": 80.5, "best": 71.5, "values": ["cache.size": 64],
            "points": [80.5, 75.5, 71.5], "low": -2.5, "high": 3.5, "message": "measuring",
            "a": ["name": "a.json", "median": 4.5, "points": [4.5]], "b": ["name": "b.json", "points": []],
        ]
        #expect(try program.call("jobs.report", Self.job("cache.size", members)) == true)
        let first = try #require(try jobs().first)
        for member in members.members { #expect(first[member.name] == member.value) }
        #expect(first["job"] == 1)
        #expect(first["client"] == "tunerctl")
        #expect(first["pid"] == .integer(Int64(Kernel.processID)))
        #expect(first["started"]?.string?.hasSuffix("Z") == true)
        #expect(first["ended"] == nil)
        try program.call("jobs.report", Self.job("cache.size", ["done": 4]))
        let second = try #require(try jobs().first)
        #expect(second["job"] == 1)
        #expect(second["started"] == first["started"])
        #expect(second["done"] == 4)
        #expect(second["best"] == nil)
        #expect(second["points"] == [])
    }

    @Test func `running jobs come first, then ended ones, and of both the newest first`() throws {
        let (one, other) = (try program(), try program())
        try one.call("jobs.report", Self.job("a"))
        try other.call("jobs.report", Self.job("b"))
        try one.call("jobs.report", Self.job("a", ["state": "found", "message": "better"]))
        #expect(try summary() == ["b running", "a found"])
        #expect(try jobs().last?["ended"]?.string?.hasSuffix("Z") == true)
        // A report after the end begins another job.
        try one.call("jobs.report", Self.job("c"))
        try other.call("jobs.report", Self.job("b", ["state": "none"]))
        #expect(try summary() == ["c running", "b none", "a found"])
        #expect(try jobs().map { $0["job"] } == [3, 2, 1])
    }

    @Test func `a job stops with its connection, and the result of an ended job stays`() throws {
        var (one, other): (Client?, Client?) = (try program(), try program("harness"))
        try one?.call("jobs.report", Self.job("a", ["state": "failed", "message": "no number"]))
        try other?.call("jobs.report", Self.job("b"))
        (one, other) = (nil, nil)
        #expect(try eventually { try summary() == ["b stopped", "a failed"] })
        #expect(try jobs().map { $0["message"] } == ["harness has ended without a result.", "no number"])
        #expect(try observer.call("server.info")["connections"] == 1)
    }

    @Test func `the last eight ended jobs stay, and 32 running ones are listed`() throws {
        let program = try program()
        for number in 0..<10 { try program.call("jobs.report", Self.job("e\(number)", ["state": "found"])) }
        #expect(try summary() == (2..<10).reversed().map { "e\($0) found" })
        let programs = try (0..<33).map { number in
            let program = try daemon.client()
            try program.call("jobs.report", Self.job("r\(number)"))
            return program
        }
        let list = try observer.call("jobs.list")
        #expect(list["more"] == true)
        let titles = list["jobs"]?.elements.map { $0["title"]?.string ?? "" } ?? []
        #expect(titles.count == 40)
        #expect(titles.prefix(32) == (1..<33).reversed().map { "r\($0)" }[...])
        try programs[1].call("jobs.report", Self.job("r1", ["state": "none"]))
        #expect(try observer.call("jobs.list")["more"] == nil)
    }

    @Test func `subscribers of the daemon are notified of reports and of ends`() throws {
        try observer.call("server.subscribe")
        var program: Client? = try program()
        func next() throws -> JSON? {
            let notification = try observer.nextNotification(within: .seconds(60))
            #expect(notification?.method == "server.changed")
            return notification?.params
        }
        try program?.call("jobs.report", Self.job("a"))
        #expect(try next() == ["subscription": "v1", "jobs": 1])
        for number in Int64(0)..<100 { try program?.call("jobs.report", Self.job("a", ["done": .integer(number)])) }
        // The reports until the next notification are merged, so it can be that of the end.
        program = nil
        var notifications = 0
        while try next()?["jobs"] == 1 { notifications += 1 }
        #expect(notifications < 50)
        #expect(try summary() == ["a stopped"])
        #expect(try jobs().first?["done"] == 99)
    }

    @Test(
        arguments: [
            (
                ["kind": "optimise"],
                "kind must be one of optimize, sweep, compare, bisect, got optimise; did you mean optimize?"
            ),
            (["state": "done"], "state must be one of running, found, none, stopped, failed, got done"),
            (["done": -1], "done must be 0 or more, got -1"),
            (["total": 0], "total must be 1 or more, got 0"),
            (["values": ["a b": 1]], "a key may have only letters"),
        ] as [(JSONObject, String)]
    )
    func `a report that is not valid is refused`(members: JSONObject, sentence: String) throws {
        let program = try program()
        let refusal = try program.refusal(of: "jobs.report", Self.job("a", members))
        #expect(["invalidParams", "invalidKey"].contains(refusal?.kind))
        #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
        #expect(try jobs().isEmpty)
    }

    @Test func `the size of a report is bounded`() throws {
        let program = try program()
        func refusal(_ members: JSONObject) throws -> String? {
            let error = try program.refusal(of: "jobs.report", Self.job("a", members))
            #expect(error?.kind == "tooLarge")
            return error?.message
        }
        let points = JSON.array(Array(repeating: 1, count: 201))
        #expect(try refusal(["points": points]) == "points may have at most 200 numbers, got 201")
        #expect(try refusal(["b": ["name": "b", "points": points]]) == "points may have at most 200 numbers, got 201")
        let keys = JSONObject((0..<257).map { ("k\($0)", 1) })
        #expect(try refusal(["values": .object(keys)]) == "values may have at most 256 keys, got 257")
        let text = JSON.string(String(repeating: "x", count: 20_000))
        #expect(try refusal(["values": ["a": text]]) == "values may have at most 16384 bytes, got 20008")
        try program.call("jobs.report", Self.job("a", ["metric": text, "message": text, "a": ["name": text]]))
        let short = JSON.string(String(repeating: "x", count: 256) + "…")
        let job = try #require(try jobs().first)
        #expect([job["metric"], job["message"], job["a"]?["name"]] == [short, short, short])
    }

    @Test func `a report without an id has no response, and an unknown method has none, either`() throws {
        let program = try program()
        program.notify("jobs.reports", Self.job("a"))
        program.notify("jobs.report", Self.job("b", ["state": "done"]))
        program.notify("jobs.report", Self.job("c"))
        #expect(try program.call("ping") == "pong")
        #expect(try summary() == ["c running"])
    }

    @Test func `the memory of running jobs is bounded for each user`() throws {
        let daemon = try DaemonProcess("--max-subscribed-bytes-per-user 300000")
        let values: JSON = ["a": .string(String(repeating: "x", count: 10_000))]
        for _ in 0..<3 {
            let first = try daemon.client()
            try first.call("jobs.report", Self.job("a", ["values": values]))
            let second = try daemon.client()
            let refusal = try second.refusal(of: "jobs.report", Self.job("b", ["values": values]))
            #expect(refusal?.data["limit"] == "subscribedBytesPerUser")
            // The end frees the memory.
            try first.call("jobs.report", Self.job("a", ["state": "none"]))
            try second.call("jobs.report", Self.job("b", ["values": values]))
            try second.call("jobs.report", Self.job("b", ["state": "none"]))
        }
    }
}
