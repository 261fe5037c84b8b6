import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the view of the worlds, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct WorldsViewTests {
    private static let specs = """
        {"game.speed":{"type":"number","default":1,"minimum":0,"maximum":10},
         "game.night":{"type":"boolean","default":false}}
        """

    private let page: OpenPage

    init() throws {
        page = try OpenPage(declaring: Self.specs)
        try page.show("worlds")
        try page.wait(for: "document.querySelector('#worlds form button:enabled')")
    }

    // MARK: What the view shows

    private let input = "document.querySelector('#worlds form input')"
    private let section = "document.querySelector('#worlds section')"
    private let dialog = "document.querySelector('dialog[open]')"

    private func button(_ label: String) -> String {
        "document.querySelector(`#worlds button[aria-label^='\(label)']`)"
    }

    private func menu(_ label: String) -> String { "document.querySelector(`select[aria-label^='\(label)']`)" }

    private func row(_ key: String) -> String {
        "[...document.querySelectorAll('.comparison tbody tr')].find((row) => row.querySelector('th').firstChild.data === '\(key)')"
    }

    private func control(_ key: String, _ world: String) -> String {
        "document.querySelector(`.comparison [aria-label='\(key) in \(world)']`)"
    }

    private func choose(_ label: String, in menu: String) throws {
        _ = try page.browser.run(
            """
            const menu = \(menu);
            menu.value = [...menu.options].find(({ text }) => text.startsWith('\(label)')).value;
            menu.focus();
            menu.dispatchEvent(new Event('change', { bubbles: true }));
            done();
            """,
            []
        )
    }

    // MARK: Tests

    @Test func `one key flips a running program between a world and what is shared`() throws {
        let world = try page.createWorld("night")
        try page.set("game.speed", "7", in: world)
        let watcher = try Program(
            BuiltProduct.path("tunerctl"),
            ["--socket", page.daemon.socket, "watch", "--initial", "game.speed"]
        )
        #expect(try watcher.line() == "game.speed 1")
        let name = "tunerctl \(watcher.processID)"
        try page.wait(for: "[...\(menu("Program")).options].some(({ text }) => text.startsWith('\(name)'))")
        try choose(name, in: menu("Program"))
        try page.wait(for: "\(button("Move tunerctl")).textContent.startsWith('Shared → night')")
        try page.browser.press("x")
        #expect(try watcher.line() == "game.speed 7")
        // The program stays in the world, and follows changes there.
        try page.wait(for: "\(button("Move tunerctl")).textContent.startsWith('night → Shared')")
        try page.set("game.speed", "8", in: world)
        #expect(try watcher.line() == "game.speed 8")
        try page.click(button("Move tunerctl"))
        #expect(try watcher.line() == "game.speed 1")
        try page.wait(for: "\(section).querySelector('[role=status]').textContent.endsWith('now uses Shared.')")
        // A person who types an x flips nothing.
        try page.type("x", into: input)
        try page.wait(for: "\(input).value === 'x'")
        #expect(try page.text(of: "\(button("Move tunerctl")).textContent")?.hasPrefix("Shared → night") == true)
    }

    @Test func `both sides are live, each value can be changed and copied, and equal rows go`() throws {
        let world = try page.createWorld("night")
        try page.set("game.speed", "7", in: world)
        try page.wait(for: "\(row("game.speed"))")
        #expect(try page.browser.value(of: "!\(row("game.night"))") == true)
        let field = control("game.speed", "night")
        let other = "document.querySelectorAll('.comparison [role=spinbutton]')"
        try page.wait(for: "\(other)[0].value === '7' && \(other)[1].value === '1'")
        // Others change both sides.
        try page.set("game.speed", "6", in: world)
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":2}"#)
        try page.wait(for: "\(other)[0].value === '6' && \(other)[1].value === '2'")
        #expect(try page.text(of: "\(field).getAttribute('role')") == "slider")
        // A person changes each side.
        try page.type("5", into: "\(other)[0]")
        try page.browser.press(.enter)
        let hasChanged = try eventually { try page.value(of: "game.speed", in: world) == 5 }
        #expect(hasChanged)
        try page.type("3", into: "\(other)[1]")
        try page.browser.press(.enter)
        try page.expect("game.speed", toBecome: 3)
        // The daemon's sentence appears at the field.
        try page.type("99", into: "\(other)[1]")
        try page.browser.press(.enter)
        try page.wait(for: "\(row("game.speed")).lastChild.querySelector('[role=alert]')?.textContent.includes('10')")
        #expect(try page.value(of: "game.speed") == 3)
        try page.click(button("Copy game.speed from night to Shared"))
        try page.expect("game.speed", toBecome: 5)
        try page.click(input)
        try page.wait(for: "!\(row("game.speed"))")
        // A world that takes what is shared gives up its own value.
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":1}"#)
        try page.wait(for: "\(row("game.speed"))")
        try page.click(button("Copy game.speed from Shared to night"))
        let isReset = try eventually { try page.value(of: "game.speed", in: world) == 1 }
        #expect(isReset)
        let listed = try page.daemon.value("worlds.list")["worlds"]?.elements?.first
        #expect(listed?["values"] == 0)
    }

    @Test func `the menu switches the page between what is shared and a world, and the values follow`() throws {
        #expect(try page.browser.value(of: "document.querySelector('#world').hidden") == true)
        let world = try page.createWorld("night")
        try page.set("game.speed", "7", in: world)
        try page.show("values")
        let field = page.element("[role=spinbutton]", of: "game.speed")
        try page.wait(for: "\(field)?.value === '7'")
        try choose("Shared", in: menu("World of this page"))
        try page.wait(for: "\(field)?.value === '1'")
        // The page's connection still owns the world.
        try choose("night", in: menu("World of this page"))
        try page.wait(for: "\(field)?.value === '7'")
        try page.type("4", into: field)
        try page.browser.press(.enter)
        let hasChanged = try eventually { try page.value(of: "game.speed", in: world) == 4 }
        #expect(hasChanged)
        #expect(try page.value(of: "game.speed") == 1)
    }

    @Test func `a merge shows the difference first, and a drop asks if others are in the world`() throws {
        let world = try page.createWorld("night")
        try page.set("game.speed", "7", in: world)
        try page.set("game.night", "true", in: world)
        try page.click(button("Merge night"))
        try page.wait(for: "document.querySelectorAll('dialog[open] tr').length === 2")
        try page.browser.press(.escape)
        try page.wait(for: "!document.querySelector('dialog[open]:not(#help)')")
        #expect(try page.value(of: "game.speed") == 1)
        try page.click(button("Merge night"))
        try page.wait(for: "document.querySelector('dialog[open] button.main')")
        try page.click("document.querySelector('dialog[open] button.main')")
        try page.expect("game.speed", toBecome: 7)
        try page.wait(for: "\(section).textContent.includes('night and Shared are equal')")

        let member = try page.daemon.member(of: world)
        try page.wait(for: "document.querySelector('.worlds tbody td').textContent === '2'")
        try page.click(button("Drop night"))
        try page.wait(for: "\(dialog)?.textContent.includes('1 other connection is')")
        try page.click("document.querySelector('dialog[open] button.main')")
        try page.wait(for: "!document.querySelector('.worlds tbody tr')")
        try page.wait(for: "document.querySelector('#world').hidden")
        #expect(try page.daemon.value("worlds.list")["worlds"] == [])
        _ = member
    }

    @Test func `when the page's world ends, the page says so and shows what is shared`() throws {
        let world = try page.daemon.makeWorld()
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":7}"#)
        try page.wait(for: "document.querySelector('.worlds tbody tr')")
        try choose(String(world.prefix(20)), in: menu("World of this page"))
        try page.wait(for: "\(row("game.speed"))")
        try page.daemon.value("worlds.drop", #"{"world":"\#(world)"}"#)
        try page.wait(for: "document.querySelector('#message').textContent.includes('has ended')")
        try page.show("values")
        try page.wait(for: "\(page.element("[role=spinbutton]", of: "game.speed"))?.value === '1'")
        try page.wait(for: "document.documentElement.dataset.online === 'true'")
        #expect(try page.browser.value(of: "document.querySelector('#world').hidden") == true)
    }

    @Test func `after the daemon ends the view stays, and continues with the next daemon`() throws {
        _ = try page.createWorld("night")
        try page.killDaemon()
        try page.wait(for: "document.querySelector('#worlds form button').disabled")
        #expect(try page.browser.value(of: "document.querySelectorAll('.worlds tbody tr').length") == 1)
        try page.restartDaemon()
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":2}"#)
        try page.wait(for: "document.querySelector('#worlds form button:enabled')")
        try page.wait(for: "!document.querySelector('.worlds tbody tr')")
        let world = try page.createWorld("day")
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":3}"#)
        try page.set("game.speed", "5", in: world)
        try page.wait(for: "\(row("game.speed"))")
    }
}
