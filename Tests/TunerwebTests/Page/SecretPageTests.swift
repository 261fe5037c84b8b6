import BlockingTests
import JSONCore
import TestSupport
import Testing

/// Tests that the page sets secret values and never shows them, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct SecretPageTests {
    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: [
            (
                "tunables.declare",
                """
                {"specs":{"api.token":{"type":"string","default":"hunter2-default","x-secret":true},
                          "api.pin":{"type":"integer","default":1,"x-secret":true},"api.size":{"type":"integer","default":1}}}
                """
            ), ("tunables.set", #"{"key":"api.token","value":"hunter2-first"}"#),
        ])
    }

    private func field(_ key: String) -> String { page.element("input[type=password]", of: key) }

    /// Checks the elements, and the texts of all fields.
    private func expectHidden(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let shown = """
            document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((one) => one.value).join()
            """
        let text = try page.text(of: shown) ?? ""
        #expect(text.contains("api.token"), sourceLocation: sourceLocation)
        #expect(!text.contains("hunter2"), "\(text)", sourceLocation: sourceLocation)
        #expect(!text.contains("4711"), "\(text)", sourceLocation: sourceLocation)
    }

    @Test func `the list, the details and the history hide a secret value and its changes`() throws {
        try page.wait(for: "\(field("api.token"))?.placeholder === 'secret'")
        try expectHidden()
        try page.click(page.element(".name", of: "api.token"))
        try page.wait(for: "document.querySelectorAll('#details .past li').length === 2")
        try page.daemon.value("tunables.set", #"{"key":"api.token","value":"hunter2-second"}"#)
        try page.wait(for: "document.querySelectorAll('#details .past li').length === 3")
        try expectHidden()
        try page.show("history", with: ".commit .name")
        try expectHidden()
        try page.show("values", with: ".row .name")
        try page.daemon.value("tunables.set", #"{"key":"api.pin","value":4711}"#)
        try page.wait(for: "\(page.element(".origin", of: "api.pin")).textContent === 'set'")
        try expectHidden()
    }

    @Test func `a typed value replaces the secret one and is not shown afterwards`() throws {
        try page.type("hunter2-typed", into: field("api.token"))
        try page.browser.press(.enter)
        try page.expect("api.token", toBecome: "hunter2-typed")
        try page.type("4711", into: field("api.pin"))
        try page.browser.press(.enter)
        try page.expect("api.pin", toBecome: 4711)
        try page.wait(for: "\(field("api.pin")).value === '' && \(field("api.token")).value === ''")
        try expectHidden()
        try page.type("many", into: field("api.pin"))
        try page.browser.press(.enter)
        let sentence = page.element("[role=alert]", of: "api.pin")
        try page.wait(for: "\(sentence)?.textContent.includes('must be a whole number')")
        #expect(try page.value(of: "api.pin") == 4711)
    }
}
