import BlockingTests
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of pending tries on the page, in a real browser; other clients begin and end them.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct TriesTests {
    private static let specs = """
        {"game.wind":{"type":"integer","default":4,"minimum":0,"maximum":40},
         "game.lives":{"type":"integer","default":3,"minimum":1,"maximum":9}}
        """

    private let page: OpenPage
    private let vim: Client

    init() throws {
        page = try OpenPage(declaring: Self.specs)
        vim = try Client(connectingTo: try UnixAddress(page.daemon.socket), within: .seconds(60))
        try call("session.hello", ["client": "vim"])
    }

    private let message = "document.querySelector('#message').innerText"

    private let bar = "document.querySelector('#tries')"

    private var origin: String { page.element(".origin", of: "game.wind") }

    private func button(_ label: String) -> String { "document.querySelector(`[aria-label='\(label)']`)" }

    private func call(_ method: String, _ params: JSON) throws {
        _ = try vim.call(method, params, within: .seconds(60))
    }

    /// Begins a try as the client "vim", and returns its number.
    private func attempt(_ values: JSON, for seconds: Int64 = 7_200) throws -> JSON {
        let params: JSON = ["values": values, "for": .integer(seconds)]
        return try #require(try vim.call("tunables.try", params, within: .seconds(60))["try"])
    }

    private func waitForBar(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try page.wait(for: "\(bar).innerText.includes(`\(text)`)", sourceLocation: sourceLocation)
    }

    private func waitForNoTry(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try page.wait(for: "\(bar).children.length === 0", sourceLocation: sourceLocation)
    }

    private func waitForMessage(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try page.wait(for: "\(message) === `\(text)`", sourceLocation: sourceLocation)
    }

    /// Returns what the history says about the end of a try.
    private func end(of attempt: JSON) throws -> JSON? {
        let commits = try page.daemon.value("tunables.history", #"{"limit":20}"#)["commits"]?.elements ?? []
        let ends = commits.flatMap { $0["tries"]?.elements ?? [] }
        return ends.first { $0["try"] == attempt && $0["outcome"] != nil }
    }

    @Test func `a try appears with its keys, its client and its end, in the row of a key, too`() throws {
        _ = try attempt(["game.wind": 9, "game.lives": 5])
        try waitForBar("vim tries game.wind, game.lives. The daemon reverts it in 2 h.")
        try page.wait(for: "\(origin).textContent === 'try 2 h' && \(origin).title.startsWith('vim tries this')")
        try page.show("history", with: ".commit .name")
        #expect(try page.browser.value(of: "\(button("Keep game.wind, game.lives")).checkVisibility()") == true)
        // A page that is opened later shows it, too.
        try page.show("values", with: ".row .name")
        try page.reload()
        try waitForBar("vim tries game.wind, game.lives.")
    }

    @Test func `the end counts down, and the daemon reverts the try`() throws {
        _ = try attempt(["game.wind": 9], for: 3)
        try page.wait(for: "/in [12] s\\.$/.test(\(bar).querySelector('p')?.textContent)")
        try page.wait(for: "/^try [12] s$/.test(\(origin).textContent)")
        try waitForNoTry()
        try page.wait(for: "/^\\w+ has reverted the try of game.wind\\.$/.test(\(message))")
        try page.wait(for: "\(origin).textContent === 'default'")
    }

    @Test func `a person keeps a try, and the value has no end then`() throws {
        let number = try attempt(["game.wind": 9])
        try waitForBar("vim tries game.wind.")
        try page.click(button("Keep game.wind"))
        try waitForNoTry()
        try waitForMessage("You have kept the try of game.wind.")
        #expect(try end(of: number) == ["try": number, "outcome": "kept"])
        try page.wait(for: "\(origin).textContent === 'set'")
        #expect(try page.value(of: "game.wind") == 9)
    }

    @Test func `the keyboard reverts a try with a reason`() throws {
        let number = try attempt(["game.wind": 9])
        try waitForBar("vim tries game.wind.")
        _ = try page.browser.run("\(button("Keep game.wind")).focus(); done(0)", [])
        try page.browser.press(.tab)
        try page.browser.type("p99 rose")
        // Another try does not take the focus and the text away.
        _ = try attempt(["game.lives": 5])
        try waitForBar("vim tries game.lives.")
        try page.browser.press(.enter)
        try waitForMessage("You have reverted the try of game.wind: p99 rose.")
        #expect(try end(of: number) == ["try": number, "outcome": "reverted", "reason": "p99 rose"])
        try page.expect("game.wind", toBecome: 4)
        try page.wait(for: "\(bar).children.length === 1")
        #expect(try page.value(of: "game.lives") == 5)
    }

    @Test func `another client ends a try, and no value changes`() throws {
        let number = try attempt(["game.wind": 9])
        try page.wait(for: "\(origin).textContent === 'try 2 h'")
        try call("tunables.confirm", ["try": number])
        try waitForNoTry()
        try waitForMessage("vim has kept the try of game.wind.")
        try page.wait(for: "\(origin).textContent === 'set'")
    }

    @Test func `a replaced change stays, and the page names its client`() throws {
        let number = try attempt(["game.wind": 9, "game.lives": 5])
        try waitForBar("vim tries game.wind, game.lives.")
        try call("tunables.set", ["key": "game.wind", "value": 7])
        let sentence = "vim has changed game.wind; that change stays."
        try waitForBar(sentence)
        try page.wait(for: "\(origin).textContent === 'set'")
        try call("tunables.cancel", ["try": number, "reason": "no effect"])
        try waitForMessage("vim has reverted the try of game.wind, game.lives: no effect. \(sentence)")
        #expect(try page.value(of: "game.wind") == 7)
        #expect(try page.value(of: "game.lives") == 3)
        // A try ends with its last change.
        _ = try attempt(["game.lives": 6])
        try waitForBar("vim tries game.lives.")
        try call("tunables.set", ["key": "game.lives", "value": 8])
        try waitForNoTry()
        try waitForMessage("vim has replaced the last change of the try of game.lives.")
    }

    @Test func `a try of a flag and a layer is shown and kept`() throws {
        try call("flags.declare", ["flags": ["beta": ["type": "boolean", "default": false]]])
        let params: JSON = [
            "flags": [["key": "beta", "value": true]], "layer": ["name": "night", "values": ["game.lives": 2]],
            "for": 600,
        ]
        try call("tunables.try", params)
        try waitForBar("vim tries the flag beta, the layer night.")
        try call("flags.set", ["key": "beta", "value": false])
        try waitForBar("vim has changed the flag beta; that change stays.")
        try page.click(button("Keep the flag beta, the layer night"))
        try waitForNoTry()
        #expect(try page.value(of: "game.lives") == 2)
    }

    @Test func `the details of a tried key have no buttons that would replace the change`() throws {
        _ = try attempt(["game.wind": 9])
        try page.click(page.element(".name", of: "game.wind"))
        let left = "document.querySelector('.temporary')"
        try page.wait(for: "\(left).innerText === 'back to 4 in 2 h, unless somebody keeps the try'")
        try page.click(button("Keep game.wind"))
        try page.wait(for: "\(left).hidden")
        try call("tunables.set", ["key": "game.wind", "value": 6, "for": 600])
        try page.wait(for: "\(left).querySelector('button').checkVisibility()")
    }

    @Test func `in a world and without the daemon the buttons say why they do nothing`() throws {
        _ = try attempt(["game.wind": 9])
        try waitForBar("vim tries game.wind.")
        try page.show("worlds", with: "form button:enabled")
        _ = try page.createWorld("night")
        let keep = button("Keep game.wind")
        try page.wait(for: "\(keep).disabled && \(keep).title.includes('First choose Shared')")
        try page.killDaemon()
        try page.wait(for: "\(keep).disabled && \(keep).title.startsWith('There is no connection')")
        try page.restartDaemon()
        try page.wait(for: "\(button("Keep game.wind"))?.disabled === false")
        try page.click(keep)
        try waitForNoTry()
        #expect(try page.value(of: "game.wind") == 9)
    }
}
