import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the page in Firefox: what a person does most, in the second engine.
@Suite(.blocking, .enabled(if: Demands.areStrict || Firefox.isInstalled, "missing here: firefox-esr"))
struct FirefoxTests {
    private let page: BrowserPage<Firefox>

    init() throws {
        let specs = """
            {"game.gravity":{"type":"number","default":0,"minimum":-20,"maximum":20},
             "game.name":{"type":"string","default":"hero","maxLength":8}}
            """
        page = try BrowserPage(after: [("tunables.declare", #"{"specs":\#(specs)}"#)], in: Firefox())
    }

    private func value(_ selector: String, _ key: String) -> String { "\(page.element(selector, of: key)).value" }

    @Test func `a drag sets the value, another process receives it, and one undo takes it back`() throws {
        let watcher = try Program(
            BuiltProduct.path("tunerctl"),
            ["--socket", page.daemon.socket, "watch", "game.gravity", "--initial"]
        )
        _ = try watcher.output { $0.contains("game.gravity 0\n") }
        let slider = page.element("[role=slider]", of: "game.gravity")
        try page.browser.drag(through: (0...10).map { try page.point(of: slider, at: 0.5 + Double($0) / 20) })
        try page.expect("game.gravity", toBecome: 20)
        _ = try watcher.output { $0.contains("game.gravity 20\n") }
        try page.browser.press("z", with: .control)
        try page.expect("game.gravity", toBecome: 0)
    }

    @Test func `a refused value shows the sentence of the daemon, and the page continues after kill -9`() throws {
        let field = page.element("input", of: "game.name")
        try page.type("much too long", into: field)
        try page.browser.press(.enter)
        try page.wait(for: "\(page.element("[role=alert]", of: "game.name"))?.textContent.includes('at most 8')")
        try page.wait(for: "\(field).value === 'hero'")
        try page.killDaemon()
        #expect(try page.browser.value(of: "\(field).readOnly") == true)
        try page.restartDaemon()
        try page.wait(for: "document.documentElement.dataset.online === 'true'")
        try page.daemon.value("tunables.set", #"{"key":"game.name","value":"other"}"#)
        try page.wait(for: "\(field).value === 'other' && !\(field).readOnly")
    }
}
