import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the view of the stew, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct StewViewTests {
    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: [
            ("tunables.set", #"{"key":"some.key","value":1}"#),
            ("stew.compute", #"{"weightOz":31.5,"varietal":"roma","style":"wholePeeled"}"#),
        ])
        try page.show("stew", with: ".minutes")
    }

    private let weight = "document.querySelector('.field[aria-label=\"Weight in ounces\"]')"

    private func control(_ label: String) -> String { "document.querySelector('#stew [aria-label=\"\(label)\"]')" }

    private func waitForPlan(_ text: String) throws {
        try page.wait(for: "document.querySelector('.plan').innerText.includes('\(text)')")
    }

    @Test func `the plan begins with the last inputs, and follows flags and constants of others`() throws {
        try waitForPlan("36 min")
        try waitForPlan("195–205 °F (90–96 °C)")
        try page.daemon.value("tunables.set", #"{"key":"stew.v1.base","value":60}"#)
        try waitForPlan("73 min")
        try page.daemon.value("flags.set", #"{"key":"ui.showAdvancedTips","value":true}"#)
        try waitForPlan("Crush by hand after 10–15 minutes.")
        try page.daemon.value("flags.set", #"{"key":"algo.reductionModel","variant":"v2"}"#)
        try waitForPlan("by model v2")
        // The constants of the other model decide now.
        try page.wait(for: control("stew.v2.base"))
    }

    @Test func `inputs change the plan, and are the last ones for all clients`() throws {
        try page.type("64", into: weight)
        try page.browser.press(.enter)
        try waitForPlan("67 min")
        let choice = "menu.value = 'diced'; menu.dispatchEvent(new Event('change')); done(0)"
        _ = try page.browser.run("const menu = \(control("Style")); \(choice)", [])
        try waitForPlan("58 min")
        let isKept = try eventually { try page.daemon.value("stew.last")["inputs"]?["style"] == "diced" }
        #expect(isKept)
        let slider = "document.querySelector('#stew [role=slider]')"
        try page.browser.drag(through: [0.2, 0.5, 1.0].map { try page.point(of: slider, at: $0) })
        try waitForPlan("104 min")
    }

    @Test func `a refused weight shows the sentence of the daemon, and what was typed stays`() throws {
        try page.type("500", into: weight)
        try page.browser.press(.enter)
        let sentence = "weightOz must be a number from 4 to 128, got 500"
        try page.wait(for: "document.querySelector('.wrong').textContent === '\(sentence)'")
        #expect(try page.text(of: "\(weight).value") == "500")
        // The last plan still follows the constants, and the sentence stays.
        try page.daemon.value("tunables.set", #"{"key":"stew.v1.base","value":60}"#)
        try waitForPlan("73 min")
        #expect(try page.text(of: "document.querySelector('.wrong').textContent") == sentence)
        try page.daemon.value("tunables.reset", #"{"key":"stew.v1.base"}"#)
        try page.type("28", into: weight)
        try page.browser.press(.enter)
        try waitForPlan("33 min")
        #expect(try page.text(of: "document.querySelector('.wrong').textContent") == "")
    }

    @Test func `the unit can be preferred, or left to the flag`() throws {
        try page.click(control("Prefer °C"))
        try waitForPlan("90–96 °C (195–205 °F)")
        try page.click("document.querySelector('#stew [aria-label^=\"No preference\"]')")
        try waitForPlan("195–205 °F (90–96 °C)")
        try page.click(control("units.defaultCelsius"))
        try waitForPlan("90–96 °C (195–205 °F)")
    }

    @Test func `a constant is changed in place, and a refusal is beside it`() throws {
        let base = "document.querySelector('#stew input[aria-label=\"stew.v1.base\"]')"
        try page.type("999", into: base)
        try page.browser.press(.enter)
        let sentence = "stew.v1.base must be at most 240, got 999"
        try page.wait(for: "document.querySelector('.deciding').innerText.includes('\(sentence)')")
        #expect(try page.text(of: "\(base).value") == "30")
        try page.type("60", into: base)
        try page.browser.press(.enter)
        try page.expect("stew.v1.base", toBecome: 60)
        try waitForPlan("73 min")
    }

    @Test func `the plan stays without the daemon, and follows the next one`() throws {
        try page.killDaemon()
        try page.wait(for: "\(control("Style")).disabled")
        try waitForPlan("36 min")
        try page.restartDaemon()
        try page.wait(for: "!\(control("Style")).disabled")
        try page.daemon.value("tunables.set", #"{"key":"stew.v1.base","value":60}"#)
        try waitForPlan("73 min")
    }
}
