import BlockingTests
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of searches and comparisons on the page, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct JobsTests {
    private static let specs = #"{"game.wind":{"type":"integer","default":30,"minimum":0,"maximum":40}}"#

    private let page: OpenPage
    private let harness: Client

    init() throws {
        page = try OpenPage(declaring: Self.specs)
        harness = try Self.client(page)
    }

    private static func client(_ page: OpenPage) throws -> Client {
        let client = try Client(connectingTo: try UnixAddress(page.daemon.socket), within: .seconds(60))
        _ = try client.call("session.hello", ["client": "harness"], within: .seconds(60))
        return client
    }

    private let room = "document.querySelector('#jobs')"
    private let message = "document.querySelector('#message').innerText"

    private func button(_ label: String) -> String { "document.querySelector(`[aria-label='\(label)']`)" }

    private func report(_ members: JSONObject, on client: Client? = nil) throws {
        var job: JSONObject = ["kind": "optimize", "title": "game.wind", "state": "running"]
        for member in members.members { job[member.name] = member.value }
        _ = try (client ?? harness).call("jobs.report", .object(job), within: .seconds(60))
    }

    private func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try page.wait(for: "\(room).innerText.includes(`\(text)`)", sourceLocation: sourceLocation)
    }

    @Test func `a search of tunerctl shows its progress, its best values and its result`() throws {
        let gate = page.gateway.directory.file("gate")
        _ = try Program(script: "mkfifo '\(gate)'").wait()
        // Each measurement waits until the test opens the gate.
        let metric = "read line <'\(gate)'; echo $(($('\(BuiltProduct.path("tunerctl"))' get game.wind) + 2))"
        func measure() throws { _ = try Program(script: "echo >'\(gate)'").wait() }
        let search = try Program(
            BuiltProduct.path("tunerctl"),
            [
                "optimize", "game.wind", "--minimize", metric, "--budget", "5", "--seed", "1", "--socket",
                page.daemon.socket,
            ]
        )
        try wait(for: "tunerctl optimize game.wind: 0 of 5.")
        try page.wait(for: "\(room).querySelector('progress').max === 5")
        try measure()
        try wait(for: "tunerctl optimize game.wind: 1 of 5. best 32")
        try wait(for: "game.wind=30")
        try measure()
        try wait(for: "2 of 5.")
        try page.wait(
            for: "\(room).querySelector('progress').value === 2 && \(room).querySelectorAll('path').length === 1"
        )
        for done in 3...5 {
            // A gate that two measurements have open at once can lose the second line.
            try measure()
            if done < 5 { try wait(for: "\(done) of 5.") }
        }
        #expect(try search.wait().code == 0)
        try wait(for: "tunerctl optimize game.wind: finished.")
        try wait(for: "Better values were found.")
        try page.wait(for: #"/% better than 32 · /.test(\#(room).innerText)"#)
        try page.wait(for: "\(message) === 'tunerctl optimize game.wind: finished.'")
        try page.wait(for: "\(room).querySelector('progress').hidden")
        // The page has no bar of a world of the search, and no value has changed.
        #expect(try page.value(of: "game.wind") == 30)
    }

    @Test func `a comparison shows both medians, the interval, and two lines on one scale`() throws {
        try report([
            "kind": "compare", "title": "a.json, b.json", "state": "found", "low": 1.5, "high": 2.25,
            "a": ["name": "a.json", "median": 10, "points": [10, 11]],
            "b": ["name": "b.json", "median": 12, "points": [12, 13]], "message": "B is higher than A by 2 (20 %).",
        ])
        try wait(for: "harness compare a.json, b.json: finished.")
        let facts = "A (a.json) 10 · B (b.json) 12 · B - A 1.5 to 2.25 (95 % interval)"
        try wait(for: "\(facts) · B is higher than A by 2 (20 %).")
        let lines = try page.browser.value(
            of: "[...\(room).querySelectorAll('path')].map((path) => path.getAttribute('d'))"
        )
        #expect(lines.elements?.compactMap(\.text).map { $0.prefix(4) } == ["M0 1", "M0 7"])
        #expect(try page.browser.value(of: "\(button("Copy the values of a.json, b.json as JSON")).hidden") == true)
    }

    @Test func `the keyboard copies the values and closes a result, which does not return`() throws {
        try report(["values": ["game.wind": 4], "done": 1])
        try wait(for: "harness optimize game.wind: 1 run.")
        _ = try page.browser.run("\(button("Copy the values of game.wind as JSON")).focus(); done(0)", [])
        _ = try page.browser.run(
            "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}}); done(0)",
            []
        )
        // A report in the meantime keeps the focus.
        try report(["values": ["game.wind": 5], "done": 2])
        try wait(for: "2 runs.")
        try page.browser.press(.enter)
        try page.wait(for: #"window.copied === '{"game.wind":5}'"#)
        try report(["values": ["game.wind": 5], "state": "none"])
        try wait(for: "harness optimize game.wind: finished.")
        try page.browser.press(.tab)
        try page.browser.press(.enter)
        try page.wait(for: "\(room).children.length === 0")
        try report(["title": "another"])
        try wait(for: "harness optimize another: 0 runs.")
        try page.wait(for: "\(room).children.length === 1")
    }

    @Test func `a job stops with its program, and a page that is opened later shows the result`() throws {
        var program: Client? = try Self.client(page)
        try report(["done": 3, "total": 9], on: program)
        try wait(for: "3 of 9.")
        program = nil
        try wait(for: "harness optimize game.wind: stopped. harness has ended without a result.")
        try page.show("history", with: ".commit .name")
        #expect(try page.browser.value(of: "\(button("Close game.wind")).checkVisibility()") == true)
        try page.reload()
        try wait(for: "harness optimize game.wind: stopped.")
        try page.killDaemon()
        try page.restartDaemon()
        try page.wait(for: "\(room).children.length === 0")
    }
}
