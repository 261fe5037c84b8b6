import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of each view after a `kill -9` of the daemon, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct DaemonLossTests {
    private static let specs = """
        {"game.speed":{"type":"number","default":1,"minimum":0,"maximum":10},"game.on":{"type":"boolean","default":true},
         "game.mode":{"type":"string","enum":["day","night"],"default":"day"},"game.name":{"type":"string","default":"hero"}}
        """
    private static let cart =
        #"{"cart":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}}"#

    /// A view: what waits for it, a text that it shows, and its controls.
    struct View: CustomTestStringConvertible {
        let name: String
        let text: String
        let controls: String

        var testDescription: String { name }
    }

    private static let views = [
        View(
            name: "values",
            text: "night",
            controls: ".row :is([role=slider], [role=spinbutton], [role=switch], select, .control input)"
        ),
        View(name: "flags", text: "cart", controls: ".row :is([role=switch]:not([hidden]), select)"),
        View(name: "layers", text: "team", controls: ".layer :is(.switch, .handle)"),
        View(name: "stew", text: "min", controls: ":is([role=slider], [role=spinbutton], [role=switch], select)"),
        View(name: "history", text: "game.speed", controls: "#details .actions button"),
    ]

    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: [
            ("tunables.declare", #"{"specs":\#(Self.specs)}"#),
            ("tunables.set", #"{"key":"game.mode","value":"night"}"#),
            ("tunables.set", #"{"key":"game.speed","value":5}"#),
            ("layers.put", #"{"name":"team","values":{"plan.limit":1}}"#),
            ("flags.define", #"{"flags":\#(Self.cart)}"#),
        ])
    }

    /// Waits until the view has controls, which can all be used, or of which none can be.
    private func waitUntilControls(_ controls: String, areOff: Bool) throws {
        let isOff = "(one) => Boolean(one.disabled || one.readOnly || one.ariaDisabled === 'true') === \(areOff)"
        let all = "[...document.querySelectorAll('#view \(controls)')].filter((one) => one.offsetParent)"
        try page.wait(for: "\(all).length > 0 && \(all).every(\(isOff))")
        guard areOff else { return }
        let reason = "(one) => one.closest('[title]')?.title.includes('There is no connection')"
        try page.wait(for: "\(all).every(\(reason))")
    }

    /// Marks the document, to see a reload.
    private func mark() throws { _ = try page.browser.run("window.isSame = true; done(0)", []) }

    private func expectNoReload() throws { #expect(try page.browser.value(of: "window.isSame") == true) }

    @Test(arguments: views)
    func `a view keeps its last values, disables its controls with the reason, and resumes`(view: View) throws {
        try page.show(view.name)
        if view.name == "history" {
            try page.wait(for: "document.querySelector('.commit .name')")
            try page.click("document.querySelector('.commit .name')")
        }
        try waitUntilControls(view.controls, areOff: false)
        try mark()
        try page.killDaemon()
        try waitUntilControls(view.controls, areOff: true)
        #expect(try page.browser.text.contains(view.text))
        try page.restartDaemon()
        try waitUntilControls(view.controls, areOff: false)
        try expectNoReload()
    }

    @Test func `a comparison of worlds keeps its values, and the page resumes with the shared ones`() throws {
        try page.show("worlds")
        try page.wait(for: "document.querySelector('#worlds form button:enabled')")
        let world = try page.createWorld("night")
        try page.set("game.speed", "7", in: world)
        let controls = ".comparison :is([role=slider], [role=spinbutton], button)"
        try waitUntilControls(controls, areOff: false)
        try mark()
        try page.killDaemon()
        try waitUntilControls(controls, areOff: true)
        #expect(try page.text(of: "document.querySelector('.comparison [role=spinbutton]').value") == "7")
        try page.restartDaemon()
        try page.wait(for: "document.querySelector('#message').textContent.includes('night has ended')")
        try page.wait(for: "document.querySelector('#worlds form button:enabled')")
        try expectNoReload()
    }

    @Test func `a temporary value stays, and its end too`() throws {
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":3,"for":3600}"#)
        let origin = "\(page.element(".origin", of: "game.speed"))"
        try page.wait(for: "\(origin)?.textContent === '60 min'")
        try page.killDaemon()
        try page.wait(for: "\(page.element("[role=spinbutton]", of: "game.speed")).readOnly")
        #expect(try page.text(of: "\(origin).textContent") == "60 min")
        try page.restartDaemon()
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":4,"for":3600}"#)
        try page.wait(for: "\(page.element("[role=spinbutton]", of: "game.speed")).value === '4'")
        #expect(try page.text(of: "\(origin).textContent") == "60 min")
    }
}
