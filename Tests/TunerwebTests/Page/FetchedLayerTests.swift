import BlockingTests
import ConsoleCore
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// Tests of the view of the layers with a real tunersync and a real nginx, in a real browser.
@Suite(
    .blocking,
    .enabled(
        if: Demands.areStrict || (Chromium.isInstalled && Origin.isInstalled),
        "missing here: chromium-driver or nginx"
    )
)
struct FetchedLayerTests {
    @Test func `a person fetches a layer now, and resets its last known good content`() throws {
        let origin = try Origin()
        try origin.serve(#"{"values":{"plan.limit":1},"version":"one"}"#)
        let page = try OpenPage(declaring: #"{"plan.limit":{"type":"integer","default":0,"maximum":9}}"#)
        let directory = page.gateway.directory
        let url = origin.url("/team.json")
        try Origin.write(
            #"{"sources":[{"layer":"team","url":"\#(url)"}],"activate":["team"]}"#,
            to: directory.file("sync.json")
        )
        let sync = try Program(
            BuiltProduct.path("tunersync"),
            [
                "--config", directory.file("sync.json"), "--socket", page.daemon.socket,
                "--state", directory.file("layers"),
            ]
        )
        try page.expect("plan.limit", toBecome: 1)
        try page.show("layers", with: ".source")
        let source = "document.querySelector('.layer[data-name=team] .source')"
        func waitForText(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try page.wait(for: "\(source)?.innerText.includes('\(text)')", sourceLocation: sourceLocation)
        }
        func fetch() throws { try page.click("\(source).querySelector('button')") }
        try waitForText("waiting")
        try waitForText("1 fetch ·")
        try fetch()
        try waitForText("Fetched: unchanged.")
        try origin.serve(#"{"values":{"plan.limit":2},"version":"two"}"#)
        try fetch()
        try waitForText("Fetched: new content, version two.")
        try page.expect("plan.limit", toBecome: 2)
        try origin.serve(#"{"values":{"plan.limit":10}}"#)
        try fetch()
        try waitForText("The payload was refused: plan.limit must be at most 9, got 10")
        try page.expect("plan.limit", toBecome: 2)
        // A reset removes the good content, so the layer waits for a payload that is usable.
        try page.click("[...\(source).querySelectorAll('button')][1]")
        try page.click("document.querySelector('dialog[open] button.main')")
        try page.expect("plan.limit", toBecome: 0)
        try page.wait(for: "\(source).closest('section')")
        try waitForText("The payload was refused: plan.limit must be at most 9, got 10")
        try origin.serve(#"{"values":{"plan.limit":3},"version":"three"}"#)
        try page.click("document.querySelector('.fetch-all button')")
        try waitForText("Fetched: new content, version three.")
        try page.expect("plan.limit", toBecome: 3)
        try page.wait(for: "\(source).closest('ol')")
        try sync.crash()
        try page.wait(for: "!document.querySelector('.source')")
    }
}
