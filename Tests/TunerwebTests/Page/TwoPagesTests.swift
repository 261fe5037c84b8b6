import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of two pages in two real browsers: each shows what the other one changes.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct TwoPagesTests {
    private static let cart =
        #"{"cart":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}}"#

    private let one: OpenPage
    private let other: OpenPage

    init() throws {
        one = try OpenPage(after: [
            (
                "tunables.declare",
                #"{"specs":{"game.speed":{"type":"number","default":1,"minimum":0,"maximum":10}}}"#
            ),
            ("layers.put", #"{"name":"team","values":{"plan.limit":1}}"#),
            ("layers.put", #"{"name":"spare","values":{"plan.limit":3}}"#),
            ("layers.activate", #"{"names":["team"]}"#),
            ("flags.define", #"{"flags":\#(Self.cart)}"#),
        ])
        other = try OpenPage(beside: one, in: Chromium(["--window-size=1280,1000"]))
    }

    private func show(_ view: String, with selector: String) throws {
        for page in [one, other] { try page.show(view, with: selector) }
    }

    private var speed: String { one.element("[role=spinbutton]", of: "game.speed") }

    private func set(_ text: String, into field: String, on page: OpenPage) throws {
        try page.type(text, into: field)
        try page.browser.press(.enter)
    }

    @Test func `values`() throws {
        try set("7", into: speed, on: one)
        try other.wait(for: "\(speed).value === '7'")
        try set("8", into: speed, on: other)
        try one.wait(for: "\(speed).value === '8'")
    }

    @Test func `flags`() throws {
        try show("flags", with: ".row .name")
        let control = one.element("[role=switch]", of: "cart")
        let menu = one.element("select", of: "cart")
        for page in [one, other] { try page.wait(for: control) }
        try one.click(control)
        try other.wait(for: "\(control).ariaChecked === 'true' && \(menu).value === '=on'")
        try other.click(one.element(".reset", of: "cart"))
        try one.wait(for: "\(control).ariaChecked === 'false' && \(menu).value === ''")
    }

    @Test func `layers`() throws {
        try show("layers", with: ".layer")
        let names = "[...document.querySelectorAll('ol.layers > li')].map((row) => row.dataset.name).join()"
        func control(_ name: String) -> String { "document.querySelector('.layer[data-name=\(name)] .switch')" }
        try one.click(control("spare"))
        try other.wait(for: "\(names) === 'spare,team'")
        try other.click(control("team"))
        try one.wait(for: "\(names) === 'spare'")
    }

    @Test func `history`() throws {
        try set("7", into: speed, on: one)
        try show("history", with: ".commit .name")
        let change = "document.querySelector('.commit .change')?.textContent"
        for page in [one, other] { try page.wait(for: "\(change) === '1→7'") }
        try one.click("document.querySelector('.commit .name')")
        try one.click("[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Undo from'))")
        let apply = "document.querySelector('dialog[open] button')"
        try one.wait(for: "\(apply)?.textContent === 'Change 1 value'")
        try one.click(apply)
        for page in [one, other] { try page.wait(for: "\(change) === '7→1'") }
    }

    @Test func `worlds`() throws {
        try show("worlds", with: "form button:enabled")
        let world = try one.createWorld("night")
        try other.wait(for: "document.querySelector('.worlds tbody th')?.title === '\(world)'")
        // One page works in the world, and the other one compares it with the shared values.
        try one.show("values", with: ".row .name")
        try set("5", into: speed, on: one)
        let fields = "document.querySelectorAll('.comparison [role=spinbutton]')"
        try other.wait(for: "\(fields)[0]?.value === '1' && \(fields)[1]?.value === '5'")
        try set("6", into: "\(fields)[1]", on: other)
        try one.wait(for: "\(speed).value === '6'")
        #expect(try one.value(of: "game.speed") == 1)
    }
}
