import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the view of the layers, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct LayersViewTests {
    private static let specs = """
        {"net.timeout":{"type":"integer","default":30,"maximum":60},"plan.limit":{"type":"integer","default":0}}
        """

    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: [
            ("tunables.declare", #"{"specs":\#(Self.specs)}"#),
            (
                "layers.put",
                #"{"name":"team","values":{"net.timeout":20,"plan.limit":1},"version":"v7","source":"git"}"#
            ),
            ("layers.put", #"{"name":"business","values":{"net.timeout":45,"plan.limit":2},"ttl":3600}"#),
            ("layers.put", #"{"name":"spare","values":{"plan.limit":3},"killSwitch":true}"#),
            ("layers.put", #"{"name":"preset:evening","values":{"plan.limit":4}}"#),
            ("layers.activate", #"{"names":["team","business"]}"#),
        ])
        try page.show("layers", with: ".layer")
    }

    private func row(_ name: String) -> String { "document.querySelector('.layer[data-name=\(name)]')" }

    private func handle(_ name: String) -> String { "\(row(name)).querySelector('.handle')" }

    private func text(_ name: String) throws -> String { try page.text(of: "\(row(name)).innerText") ?? "" }

    /// Waits until the page shows these layers as active, and returns whether the daemon has the same.
    private func expectActive(_ names: [String]) throws {
        let shown = "[...document.querySelectorAll('ol.layers > li')].map((row) => row.dataset.name).join()"
        try page.wait(for: "\(shown) === '\(names.joined(separator: ","))'")
        let isSame = try eventually { try activeNames == names }
        #expect(isSame)
    }

    private var activeNames: [String] {
        get throws {
            try page.daemon.value("layers.list")["layers"]?.elements?.filter { $0["active"] == true }
                .compactMap { $0["name"]?.text } ?? []
        }
    }

    @Test func `the layers are in the order of precedence, with what each is`() throws {
        try expectActive(["team", "business"])
        #expect(try text("team").contains("v7 · git"))
        #expect(try text("business").contains("60 min left"))
        #expect(try text("spare").contains("kill switch"))
        // A preset is an inactive layer that the dialog of the presets shows.
        #expect(try page.text(of: row("\"preset:evening\"")) == nil)
        #expect(try page.text(of: "document.querySelector('.shelf').innerText")?.contains("1 inactive preset") == true)
        _ = try? page.daemon.value("layers.put", #"{"name":"business","values":{"net.timeout":99}}"#)
        try page.wait(for: "\(row("business")).innerText.includes('1 rejected')")
        try page.daemon.value("layers.put", #"{"name":"brief","values":{"plan.limit":9},"ttl":1}"#)
        try page.wait(for: "\(row("brief"))?.innerText.includes('stale')")
    }

    @Test func `the keyboard moves a layer, says so, and keeps the focus`() throws {
        _ = try page.browser.run("\(handle("team")).focus(); done(0)", [])
        try page.browser.press(.down, with: .alt)
        try expectActive(["business", "team"])
        try page.wait(for: "document.querySelector('.said').textContent === 'team is now 2 of 2'")
        #expect(try page.text(of: "document.activeElement.ariaLabel") == "Move team")
        #expect(try page.value(of: "net.timeout") == 45)
        // Each key press counts, also before the daemon has responded to the last one.
        try page.browser.press(.up, with: .alt)
        try page.browser.press(.down, with: .alt)
        try page.browser.press(.up, with: .alt)
        try expectActive(["team", "business"])
    }

    @Test func `a drag moves a layer, and Escape takes it back`() throws {
        var end = try page.point(of: row("business"))
        end.y += 12
        try page.browser.drag(through: [page.point(of: handle("team")), end], isReleased: false)
        try page.browser.press(.escape)
        try page.browser.release()
        try expectActive(["team", "business"])
        try page.browser.drag(through: [page.point(of: handle("team")), end])
        try expectActive(["business", "team"])
    }

    @Test func `a change by others ends a drag, and nothing of it is lost`() throws {
        var end = try page.point(of: row("business"))
        end.y += 12
        try page.browser.drag(through: [page.point(of: handle("team")), end], isReleased: false)
        try page.wait(for: "document.querySelector('ol.layers').lastChild === \(row("team"))")
        try page.daemon.value("layers.activate", #"{"names":["spare","team","business"]}"#)
        try page.wait(for: "\(row("team")).innerText.includes('drag again')")
        try page.browser.release()
        try expectActive(["spare", "team", "business"])
    }

    @Test func `a switch activates a layer before all others, or makes it inactive`() throws {
        try page.click("\(row("spare")).querySelector('.switch')")
        try expectActive(["spare", "team", "business"])
        try page.wait(for: "!document.querySelector('#banner').hidden")
        try page.click("\(row("team")).querySelector('.switch')")
        try expectActive(["spare", "business"])
    }

    @Test func `the details show what counts for each key, and a removal asks first`() throws {
        try page.daemon.value("tunables.set", #"{"key":"plan.limit","value":7}"#)
        let spec = #"{"type":"integer","default":30,"maximum":40}"#
        try page.daemon.value("tunables.declare", #"{"key":"net.timeout","spec":\#(spec),"replace":true}"#)
        try page.click("\(row("business")).querySelector('.title')")
        let details = "document.querySelector('#details').innerText"
        try page.wait(for: "\(details).includes('local has precedence: 7')")
        try page.wait(for: "\(details).includes('net.timeout must be at most 40, got 45')")
        try page.daemon.value("tunables.reset", #"{"key":"plan.limit"}"#)
        try page.wait(for: "\(details).includes('layer:team has precedence: 1')")
        try page.daemon.value("layers.activate", #"{"names":["business"]}"#)
        try page.wait(
            for: "[...document.querySelectorAll('.keys .wins')].some((row) => row.innerText.includes('plan.limit'))"
        )
        let remove = "[...document.querySelectorAll('#details button')].find((one) => one.textContent === 'Remove…')"
        try page.click(remove)
        try page.click("document.querySelector('dialog[open] button[type=button]')")
        try expectActive(["business"])
        try page.click(remove)
        try page.click("document.querySelector('dialog[open] button.main')")
        try expectActive([])
        try page.wait(for: "document.querySelector('#details').hidden")
    }

    @Test func `without the daemon the layers stay, and the page continues with the next one`() throws {
        let top = "\(row("spare")).getBoundingClientRect().top"
        let before = try page.browser.value(of: top)
        try page.killDaemon()
        try page.wait(for: "\(handle("team")).ariaDisabled === 'true'")
        try page.wait(for: "document.querySelector('#status').textContent.includes('tunerctl start')")
        // The reason moves nothing that a person is about to click.
        #expect(try page.browser.value(of: top) == before)
        try page.click("\(row("spare")).querySelector('.switch')")
        try page.wait(for: "\(row("spare")).innerText.includes('no connection')")
        try page.restartDaemon()
        try page.wait(for: "\(handle("team"))?.ariaDisabled !== 'true'")
        try page.daemon.value("layers.activate", #"{"names":["business"]}"#)
        try expectActive(["business"])
    }
}
