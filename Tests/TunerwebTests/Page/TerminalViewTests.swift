import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the terminal of the page, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct TerminalViewTests {
    private static let specs = """
        {"ui.radius":{"type":"number","default":1,"maximum":9},"ui.rounded":{"type":"boolean","default":true},
         "ui.mode":{"type":"string","enum":["day","night"],"default":"day"}}
        """

    private let page: OpenPage

    init() throws {
        page = try OpenPage(declaring: Self.specs)
        try page.show("terminal", with: "#terminal [role=log] div")
        try expectOutput("Single or double quotes group words")
    }

    private static let line = "document.querySelector('#line')"
    private static let output = "document.querySelector('#terminal [role=log]').textContent"

    private func expectOutput(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let hasText = try eventually { try page.text(of: Self.output)?.contains(text) == true }
        let shown = try page.text(of: Self.output) ?? ""
        #expect(hasText, "\(text) is not in \(shown.suffix(2_000))", sourceLocation: sourceLocation)
    }

    private func expectLine(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isEqual = try eventually { try page.text(of: "\(Self.line).value") == text }
        let shown = try page.text(of: "\(Self.line).value") ?? ""
        #expect(isEqual, "\(shown)", sourceLocation: sourceLocation)
    }

    private func run(_ line: String) throws {
        try page.browser.type(line)
        try page.browser.press(.enter)
    }

    private func complete(_ text: String, to expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try page.type(text, into: Self.line)
        try page.browser.press(.tab)
        try expectLine(expected, sourceLocation: sourceLocation)
    }

    @Test func `a terminal has the banner and the help, runs commands, and shows errors in red`() throws {
        #expect(try page.text(of: Self.output)?.contains("tunerd at \(page.daemon.socket)") == true)
        let color = "getComputedStyle(document.querySelector('#terminal')).backgroundColor"
        #expect(try page.text(of: color) == "rgb(0, 0, 0)")
        try run("set ui.radius 3")
        try page.expect("ui.radius", toBecome: 3)
        try expectOutput("tuner> set ui.radius 3ui.radius: 1 -> 3")
        try run("set ui.radius 10")
        try page.wait(for: "document.querySelector('#terminal .error')?.textContent.includes('ui.radius')")
        try run("ping")
        try expectOutput("tuner> pingup")
        #expect(try page.browser.value(of: "document.querySelectorAll('#terminal .error').length") == 1)
    }

    @Test func `Tab completes commands, keys, flags and values`() throws {
        try page.daemon.value("layers.put", #"{"name":"team","values":{"ui.radius":2}}"#)
        try complete("desc", to: "describe ")
        try complete("get ui.m", to: "get ui.mode ")
        try complete("set ui.mode n", to: "set ui.mode night ")
        try complete("toggle --for 10s ui.rou", to: "toggle --for 10s ui.rounded ")
        try complete("flag on ui.Dark", to: "flag on ui.DarkMode ")
        try complete("flag set algo.reductionModel v", to: "flag set algo.reductionModel v")
        try expectOutput("v1  v2")
        try page.daemon.value("layers.put", #"{"name":"preset:evening","values":{}}"#)
        try complete("layers activate t", to: "layers activate team ")
        try complete("preset load e", to: "preset load evening ")
        try complete("kill-switch on ui.mode --r", to: "kill-switch on ui.mode --reason ")
        // The common beginning first, then all words.
        try complete("get ui.r", to: "get ui.r")
        try expectOutput("ui.radius  ui.rounded")
        try complete("get u", to: "get ui.")
        // Without a word, and after Escape, Tab leaves the field as it does everywhere.
        try page.browser.press(.escape)
        try page.browser.press(.tab)
        try page.wait(for: "document.activeElement !== \(Self.line)")
    }

    @Test func `the arrow keys recall lines, and pasted lines run one after the other`() throws {
        try run("get ui.mode")
        try expectOutput("tuner> get ui.modeday")
        try page.browser.type("half")
        try page.browser.press(.up)
        try expectLine("get ui.mode")
        try page.browser.press(.down)
        try expectLine("half")
        _ = try page.browser.run(
            """
            const data = new DataTransfer();
            data.setData("text", " a line\\nset ui.radius 4\\nget ui.radius\\nget ui");
            const paste = new ClipboardEvent("paste", {clipboardData: data, cancelable: true});
            document.querySelector("#line").dispatchEvent(paste);
            done(true);
            """,
            []
        )
        try expectLine("get ui")
        try expectOutput("tuner> set ui.radius 4ui.radius: 1 -> 4tuner> get ui.radius4")
        // A view that was not shown has its lines and output still.
        try page.show("values", with: ".row .name")
        try page.show("terminal", with: "#terminal")
        try expectLine("get ui")
        try page.browser.press(.up)
        try expectLine("get ui.radius")
        #expect(try page.text(of: Self.output)?.contains("tuner> half a line") == true)
    }

    @Test func `watch prints changes until Ctrl-C, and rests while the terminal is not shown`() throws {
        func expectSubscriptions(_ count: JSON, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let isEqual = try eventually { try page.daemon.value("server.info")["subscriptions"] == count }
            #expect(isEqual, sourceLocation: sourceLocation)
        }
        try run("watch ui.*")
        try expectOutput("watching; to stop, type: watch off")
        try expectSubscriptions(3)
        try page.daemon.value("tunables.set", #"{"key":"ui.radius","value":5}"#)
        try expectOutput("ui.radius: 1 -> 5 (local)")
        try page.show("values", with: ".row .name")
        try expectSubscriptions(2)
        try page.show("terminal", with: "#terminal")
        try expectSubscriptions(3)
        try page.daemon.value("tunables.set", #"{"key":"ui.radius","value":6}"#)
        try expectOutput("ui.radius: 5 -> 6 (local)")
        try page.browser.type("half")
        try page.browser.press("c", with: .control)
        try expectOutput("tuner> half^C")
        try expectLine("")
        try expectSubscriptions(2)
        try page.browser.press("l", with: .control)
        try page.wait(for: "\(Self.output) === ''")
    }

    @Test func `the output keeps the last 5,000 lines`() throws {
        let specs = (0..<1_800).map { #""many.k\#($0)":{"type":"integer","default":\#($0)}"# }.joined(separator: ",")
        try page.daemon.value("tunables.declare", #"{"specs":{\#(specs)}}"#)
        for _ in 0..<3 {
            try run("list many")
        }
        try run("get ui.mode")
        try expectOutput("tuner> get ui.modeday")
        let lines = try page.text(of: Self.output)?.split(separator: "\n").count ?? 0
        #expect(lines > 4_000 && lines <= 5_000, "\(lines)")
        #expect(try page.text(of: Self.output)?.contains("Single or double quotes") == false)
    }

    @Test func `a closed terminal opens again, and says when the daemon does not run`() throws {
        try run("quit")
        try expectOutput("The terminal is closed. Enter opens it again.")
        try run("ping")
        try expectOutput("tuner> pingup")
        try page.killDaemon()
        try run("get ui.mode")
        try page.wait(for: "document.querySelector('#terminal .error')?.textContent.includes('tunerctl start')")
    }
}
