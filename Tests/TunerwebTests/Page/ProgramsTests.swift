import BlockingTests
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the programs in the details of a key, in a real browser; clients of the test report.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct ProgramsTests {
    private static let specs = """
        {"game.wind":{"type":"integer","default":4},"game.lives":{"type":"integer","default":3}}
        """

    private let page: OpenPage

    init() throws { page = try OpenPage(declaring: Self.specs) }

    /// A client that subscribes to the key `game.wind`.
    private final class Reporter {
        private let client: Client

        init(_ name: String, _ daemon: RunningDaemon, reports: Bool = true) throws {
            client = try Client(connectingTo: try UnixAddress(daemon.socket), within: .seconds(60))
            try call("session.hello", ["client": .string(name)])
            try call("tunables.subscribe", ["keys": ["game.wind"], "ack": .boolean(reports)])
        }

        private func call(_ method: String, _ params: JSON) throws {
            _ = try client.call(method, params, within: .seconds(60))
        }

        /// Waits for a change, and reports it.
        func report(refused: JSON = [], unread: JSON = []) throws {
            let change = try #require(try client.nextNotification(within: .seconds(60)))
            let revision = try #require(change.params["to"])
            try call("tunables.applied", ["revision": revision, "refused": refused, "unread": unread])
        }
    }

    private func open(_ key: String) throws {
        try page.click(page.element(".name", of: key))
        try page.wait(for: "document.querySelector('#details h2').textContent === '\(key)'")
    }

    private func set(_ value: Int64) throws {
        try page.daemon.value("tunables.set", #"{"key":"game.wind","value":\#(value)}"#)
    }

    /// Waits until the row of a program has a state and a note that match a pattern.
    private func wait(_ name: String, for pattern: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let rows = "[...document.querySelectorAll('#details [data-state]')]"
        let row = "\(rows).find((row) => row.textContent.startsWith('\(name)['))"
        let text = "[...(\(row)?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent).join(' ')"
        try page.wait(for: "/^\(pattern)$/.test(\(text))", sourceLocation: sourceLocation)
    }

    private func waitForCount(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let rows = "document.querySelectorAll('#details [data-state]')"
        try page.wait(for: "\(rows).length === \(count)", sourceLocation: sourceLocation)
    }

    private var subscriptionCount: Int64 {
        get throws { Int64(try #require(try page.daemon.value("server.info")["subscriptions"]?.number)) }
    }

    private func waitForSubscriptions(_ count: Int64, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isEqual = try eventually { try subscriptionCount == count }
        let present = try subscriptionCount
        #expect(isEqual, "there are \(present) subscriptions", sourceLocation: sourceLocation)
    }

    @Test func `the details follow the reports of programs`() throws {
        let game = try Reporter("game", page.daemon)
        var arena: Reporter? = try Reporter("arena", page.daemon)
        let viewer = try Reporter("viewer", page.daemon, reports: false)
        try open("game.wind")
        try waitForCount(2)
        try set(9)
        try game.report()
        try wait("game", for: "applied after [0-9.]+ ms")
        try wait("arena", for: "waiting ")
        try arena?.report(refused: [["key": "game.wind", "reason": "no wind above 8"]])
        try wait("arena", for: "refused no wind above 8")
        let silent = "document.querySelector('#details section p').textContent"
        try page.wait(for: "/^Without reports: .*viewer\\[/.test(\(silent))")
        try set(7)
        try game.report(unread: ["game.wind"])
        try wait("game", for: "waiting has not read it")
        try arena?.report()
        try wait("arena", for: "applied after [0-9.]+ ms")
        arena = nil
        try waitForCount(1)
        _ = try Reporter("late", page.daemon)
        try open("game.lives")
        try waitForCount(0)
        withExtendedLifetime(viewer) {}
    }

    @Test func `the page subscribes to reports only while the details are shown`() throws {
        let game = try Reporter("game", page.daemon)
        // The page subscribes to values and to the daemon.
        try waitForSubscriptions(3)
        try open("game.wind")
        try waitForSubscriptions(4)
        try open("game.lives")
        try open("game.wind")
        try wait("game", for: "waiting ")
        try waitForSubscriptions(4)
        try page.show("layers")
        try waitForSubscriptions(3)
        try page.show("values", with: ".row .name")
        try waitForSubscriptions(4)
        try set(9)
        try game.report()
        try wait("game", for: "applied .*")
        try page.click("document.querySelector('#details header button')")
        try waitForSubscriptions(3)
    }

    @Test func `after a restart of the daemon the details follow the reports again`() throws {
        try open("game.wind")
        try page.killDaemon()
        try page.restartDaemon()
        let game = try Reporter("game", page.daemon)
        try wait("game", for: "waiting ")
        try set(9)
        try game.report()
        try wait("game", for: "applied after [0-9.]+ ms")
    }
}
