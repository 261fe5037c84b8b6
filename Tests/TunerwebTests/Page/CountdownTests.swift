import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of temporary values on the page, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct CountdownTests {
    private static let specs = """
        {"game.lives":{"type":"integer","default":3,"minimum":1,"maximum":9},
         "game.wind":{"type":"object","default":{"x":1},"properties":{"x":{"type":"number","minimum":0,"maximum":40}}}}
        """

    private let page: OpenPage

    init() throws {
        page = try OpenPage(declaring: Self.specs)
        try page.daemon.value("tunables.set", #"{"key":"game.lives","value":4}"#)
        try page.click(page.element(".name", of: "game.lives"))
        try page.wait(for: "!\(details).hidden")
    }

    private let details = "document.querySelector('#details')"
    private let left = "document.querySelector('.temporary')"

    private var origin: String { page.element(".origin", of: "game.lives") }

    private func button(_ name: String) -> String {
        "[...\(left).querySelectorAll('button')].find((one) => one.textContent === '\(name)')"
    }

    private func isTemporary() throws -> Bool {
        try page.daemon.value("tunables.describe", #"{"key":"game.lives"}"#)["end"] != nil
    }

    /// Sets another value in the details, for some seconds only.
    private func set(_ value: String, for seconds: String) throws {
        try page.click("\(details).querySelector('input[type=checkbox]')")
        try page.type(seconds, into: "\(details).querySelector('[aria-label=Seconds]')")
        try page.type(value, into: "\(details).querySelector('[role=spinbutton]')")
        try page.browser.press(.enter)
    }

    @Test func `a value that others set for a time counts down, and goes back`() throws {
        try page.daemon.value("tunables.set", #"{"key":"game.lives","value":8,"for":3}"#)
        try page.wait(for: "/^[123] s$/.test(\(origin).textContent)")
        try page.wait(for: "/^back to 4 in [12] s/.test(\(left).innerText)")
        try page.wait(for: "\(origin).textContent === '1 s'")
        try page.expect("game.lives", toBecome: 4)
        try page.wait(for: "\(origin).textContent === 'set' && \(left).hidden")
    }

    @Test func `a person sets a value for a time, and keeps it`() throws {
        try set("8", for: "60")
        try page.expect("game.lives", toBecome: 8)
        #expect(try isTemporary())
        try page.wait(for: "/^back to 4 in (59|60) s/.test(\(left).innerText)")
        try page.click(button("Keep"))
        try page.wait(for: "\(left).hidden && \(origin).textContent === 'set'")
        #expect(try page.value(of: "game.lives") == 8)
        #expect(try !isTemporary())
    }

    @Test func `a member of an object is set for a time, too`() throws {
        try page.click(page.element(".name", of: "game.wind"))
        try page.wait(for: "\(details).querySelector('h2').textContent === 'game.wind'")
        try set("9", for: "60")
        try page.expect("game.wind", toBecome: ["x": 9])
        try page.wait(for: "/^back to \\{\"x\":1\\} in (59|60) s/.test(\(left).innerText)")
    }

    @Test func `a temporary value can go back at once`() throws {
        try set("8", for: "600")
        try page.expect("game.lives", toBecome: 8)
        try page.wait(for: "/^back to 4 in 10 min/.test(\(left).innerText)")
        try page.click(button("Back now"))
        try page.expect("game.lives", toBecome: 4)
        try page.wait(for: "\(left).hidden && \(origin).textContent === 'set'")
    }

    @Test func `the page shows an end that was there before, and learns that others have kept the value`() throws {
        try page.daemon.value("tunables.set", #"{"key":"game.lives","value":8,"for":15}"#)
        try page.reload()
        try page.wait(for: "/^1?[0-9] s$/.test(\(origin).textContent)")
        // No notification says this, so the page asks when the time is over.
        try page.daemon.value("tunables.set", #"{"key":"game.lives","value":8}"#)
        try page.wait(for: "\(origin).textContent === 'set'")
        #expect(try page.value(of: "game.lives") == 8)
    }

    @Test func `wrong seconds show the sentence of the daemon`() throws {
        try set("8", for: "soon")
        let fault = page.element("[role=alert]", of: "game.lives")
        try page.wait(for: "\(fault)?.textContent.startsWith('for must be a number')")
        #expect(try page.value(of: "game.lives") == 4)
    }
}
