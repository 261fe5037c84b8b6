import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// Tests of the sources in the view of the layers, in a real browser; a program of the test reports them.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct LayerSourcesTests {
    private let page: OpenPage
    private let program: ReportingProgram

    init() throws {
        page = try OpenPage(after: [
            ("tunables.declare", #"{"specs":{"plan.limit":{"type":"integer","default":0}}}"#),
            ("layers.put", #"{"name":"team","values":{"plan.limit":1}}"#),
            ("layers.put", #"{"name":"business","values":{"plan.limit":2}}"#),
            ("layers.activate", #"{"names":["team","business"]}"#),
        ])
        program = try ReportingProgram(page.daemon)
        try page.show("layers", with: ".layer")
    }

    private func source(_ name: String) -> String {
        "document.querySelector('.layer[data-name=\(name)] .source')"
    }

    private func button(_ label: String) -> String { "document.querySelector(`[aria-label='\(label)']`)" }

    private let fetchAll = "document.querySelector('.fetch-all button')"

    private func waitForText(
        _ text: String,
        of name: String = "team",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try page.wait(for: "\(source(name))?.innerText.includes(`\(text)`)", sourceLocation: sourceLocation)
    }

    /// Returns a time in UTC, some seconds from now, as a member.
    private func time(_ name: String, _ seconds: Int64) -> String {
        #""\#(name)":"\#(WallTime(milliseconds: Kernel.wallTime().milliseconds + seconds * 1_000).rfc3339)""#
    }

    /// The number of times that pages have read the sources.
    private var readingCount: JSON? {
        get throws { try page.daemon.value("server.stats")["methods"]?["sync.status"]?["calls"] }
    }

    @Test func `a layer shows its source while a program reports it`() throws {
        let isHidden = "!document.querySelector('.source') && !\(fetchAll).checkVisibility()"
        try page.wait(for: isHidden)
        let counts = #""fetches":5,"changes":2,"unchanged":1,"rejected":1,"failed":1,"failures":1,"latency":34"#
        let times = "\(time("lastFetch", -600)),\(time("lastGood", -1_200)),\(time("next", 3_000))"
        try program.report(
            sources: ReportingProgram.source("team", #""state":"waiting","error":"no route",\#(counts),\#(times)"#),
            ReportingProgram.source("absent", #""state":"fetching","fetches":1,"failures":0,"error":"not <b>JSON</b>""#)
        )
        for text in [
            "waiting", "last fetch 10 min ago", "last good one 20 min ago", "next in 50 min", "5 fetches", "2 changes",
            "1 not usable",
            "1 failed", "took 34 ms", "The last fetch failed: no route",
        ] {
            try waitForText(text)
        }
        for text in ["fetching", "not fetched yet", "The payload is not usable: not <b>JSON</b>"] {
            try waitForText(text, of: "absent")
        }
        try page.wait(for: "\(fetchAll).checkVisibility() && !\(source("business"))")
        try program.report("team", #""state":"watching""#)
        try waitForText("watching")
        try page.wait(for: "!\(source("absent")) && !document.querySelector('.shelf section').checkVisibility()")
        try program.report()
        try page.wait(for: isHidden)
    }

    @Test func `a fetch shows its outcome at the layer`() throws {
        try program.report("team", #""state":"waiting","fetches":1,"changes":1"#)
        try waitForText("waiting")
        try page.click(button("Fetch now: team"))
        try program.expectRequest("fetch", ["team"])
        try waitForText("Requested…")
        try program.report("team", #""state":"fetching","fetches":2,"changes":1"#)
        try waitForText("fetching")
        try program.report("team", #""state":"storing","fetches":2,"changes":1"#)
        try waitForText("storing")
        try waitForText("Requested…")
        try program.report("team", #""state":"waiting","fetches":2,"changes":2,"version":"v8""#)
        try waitForText("Fetched: new content, version v8.")
        // The next fetch makes the sentence old.
        try program.report("team", #""state":"waiting","fetches":3,"changes":2"#)
        try page.wait(for: "\(source("team")).innerText.includes('3 fetches')")
        #expect(try page.text(of: "\(source("team")).querySelector('.outcome').textContent") == "")
        let outcomes = [
            (#""changes":2,"unchanged":1"#, "Fetched: unchanged."),
            (#""changes":2,"rejected":1,"error":"not JSON""#, "The payload was refused: not JSON"),
            (#""changes":2,"rejected":1,"failed":1,"failures":1,"error":"no route""#, "The fetch failed: no route"),
        ]
        for (index, (members, sentence)) in outcomes.enumerated() {
            try page.click(button("Fetch now: team"))
            try program.expectRequest("fetch", ["team"])
            try program.report("team", #""state":"waiting","fetches":\#(index + 4),\#(members)"#)
            try waitForText(sentence)
        }
        // The reason is shown once.
        #expect(try page.browser.value(of: "\(source("team")).innerText.split('no route').length") == 2)
    }

    @Test func `all layers are fetched at once`() throws {
        try program.report(
            sources: ReportingProgram.source("team", #""state":"waiting""#),
            ReportingProgram.source("absent", #""state":"waiting""#)
        )
        try waitForText("waiting", of: "absent")
        try page.click(fetchAll)
        try program.expectRequest("fetch", ["team", "absent"])
        try waitForText("Requested…", of: "absent")
        try program.report(
            sources: ReportingProgram.source("team", #""state":"waiting","fetches":1,"changes":1"#),
            ReportingProgram.source("absent", #""state":"waiting","fetches":1,"failed":1,"failures":1,"error":"late""#)
        )
        try waitForText("Fetched: new content.")
        try waitForText("The fetch failed: late", of: "absent")
    }

    @Test func `the keyboard resets a layer, after a question, and keeps the focus`() throws {
        try program.report("team", #""state":"waiting","fetches":1,"changes":1"#)
        try waitForText("waiting")
        _ = try page.browser.run("\(button("Fetch now: team")).focus(); done(0)", [])
        try page.browser.press(.tab)
        try page.browser.press(.enter)
        try page.wait(for: "document.querySelector('dialog[open]')?.ariaLabel === 'Reset the layer team?'")
        try page.browser.press(.escape)
        try page.wait(for: "!document.querySelector('dialog[open]')")
        try page.browser.press(.enter)
        try page.wait(for: "document.querySelector('dialog[open]')")
        try page.click("document.querySelector('dialog[open] button.main')")
        try page.wait(for: "!document.querySelector('dialog[open]')")
        // After the first question, which was cancelled, the program has received nothing.
        try program.expectRequest("reset", ["team"])
        // The source moves to the list of those without a layer, and the layer comes back later.
        try page.daemon.value("layers.remove", #"{"name":"team"}"#)
        try page.wait(for: "\(source("team")).closest('section')")
        #expect(try page.text(of: "document.activeElement.ariaLabel") == "Reset last known good: team")
        try program.report("team", #""state":"waiting","fetches":2,"changes":2"#)
        try waitForText("Fetched: new content.")
        try page.daemon.value("layers.put", #"{"name":"team","values":{"plan.limit":3}}"#)
        try page.wait(for: "!\(source("team")).closest('section')")
        #expect(try page.text(of: "document.activeElement.ariaLabel") == "Reset last known good: team")
    }

    @Test func `the time to the next fetch counts down without a message`() throws {
        try program.report("team", #""state":"waiting",\#(time("next", 60))"#)
        try waitForText("next in ")
        let rest = "Number(\(source("team")).innerText.match(/next in (.+) s/)[1])"
        let (first, count) = (try page.browser.value(of: rest), try readingCount)
        try page.wait(for: "\(rest) < \(first.written())")
        #expect(try readingCount == count)
        try program.report("team", #""state":"waiting",\#(time("next", -1))"#)
        try waitForText("next now")
    }

    @Test func `another view does not read the sources`() throws {
        try program.report("team", #""state":"waiting""#)
        try waitForText("waiting")
        try page.show("values", with: ".row .name")
        let count = try readingCount
        try program.report("team", #""state":"fetching""#)
        // The page has received the notification when it has one that was sent later.
        try page.daemon.value("tunables.set", #"{"key":"plan.limit","value":7}"#)
        try page.wait(for: "\(page.element("[role=spinbutton]", of: "plan.limit")).value === '7'")
        #expect(try readingCount == count)
        try page.show("layers", with: ".layer")
        try waitForText("fetching")
    }

    @Test func `a refused request says why`() throws {
        try program.report("team", #""state":"waiting""#)
        try waitForText("waiting")
        let other = try ReportingProgram(page.daemon)
        try other.report("business", #""state":"waiting""#)
        try waitForText("waiting", of: "business")
        try program.detach()
        try page.click(button("Fetch now: team"))
        try waitForText("no connected program fetches the layer team")
    }

    @Test func `a program that ends before the outcome is named`() throws {
        var other: ReportingProgram? = try ReportingProgram(page.daemon)
        try other?.report("business", #""state":"waiting""#)
        try waitForText("waiting", of: "business")
        try page.click(button("Fetch now: business"))
        try waitForText("Requested…", of: "business")
        other = nil
        let sentence = "business: the program that fetches the layer has ended."
        try page.wait(for: "document.querySelector('#message').innerText === '\(sentence)'")
        try page.wait(for: "!\(source("business"))")
    }

    @Test func `without the daemon the sources stay, and their buttons say why they do nothing`() throws {
        try program.report("team", #""state":"waiting""#)
        try waitForText("waiting")
        try page.click(button("Fetch now: team"))
        try waitForText("Requested…")
        try page.killDaemon()
        try waitForText("The connection was lost before the outcome.")
        let buttons = "[...document.querySelectorAll('.source button, .fetch-all button')]"
        try page.wait(for: "\(buttons).length === 3 && \(buttons).every((one) => one.ariaDisabled === 'true')")
        try page.click(button("Reset last known good: team"))
        try waitForText("There is no connection")
        #expect(try page.browser.value(of: "document.querySelector('dialog[open]') === null") == true)
        try page.restartDaemon()
        try page.wait(for: "!document.querySelector('.source') && !\(fetchAll).checkVisibility()")
        let next = try ReportingProgram(page.daemon)
        try next.report("team", #""state":"waiting""#)
        try waitForText("waiting")
        try page.click(button("Fetch now: team"))
        try next.expectRequest("fetch", ["team"])
    }
}
