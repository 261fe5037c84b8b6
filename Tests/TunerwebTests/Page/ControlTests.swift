import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the control for each kind of value, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct ControlTests {
    private static let specs = """
        {"a.number":{"type":"number","default":1,"minimum":0,"maximum":2,"unit":"s"},
         "a.switch":{"type":"boolean","default":false},
         "a.choice":{"type":"string","enum":["day","night"],"default":"day"},
         "a.level":{"type":"integer","enum":[10,20,40],"default":20},
         "a.color":{"type":"string","format":"color","default":"#0F766E"},
         "a.wait":{"type":"string","format":"duration","default":"PT1M30S"},
         "a.text":{"type":"string","default":"שלום"},
         "a.list":{"type":"array","items":{"type":"string"},"default":["one","two"]},
         "a.wind":{"type":"object","default":{"x":1,"y":2},
                   "properties":{"x":{"type":"number","maximum":40},"y":{"type":"number"}}},
         "a.any":{"type":"object","default":{}},
         "a.sealed":{"type":"number","default":1,"readOnly":true},
         "a.locked":{"type":"number","default":1,"minimum":0,"maximum":9}}
        """

    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: [
            ("tunables.declare", #"{"specs":\#(Self.specs)}"#),
            ("layers.put", #"{"name":"team","values":{"a.locked":5},"locks":["a.l*d"]}"#),
            ("layers.activate", #"{"names":["team"]}"#),
        ])
    }

    private var details: String { "document.querySelector('#details')" }

    private func open(_ key: String) throws {
        try page.click(page.element(".name", of: key))
        try page.wait(for: "!\(details).hidden && \(details).querySelector('h2').textContent === '\(key)'")
    }

    @Test func `each control has the role of its kind, and the key in its name`() throws {
        for (key, role) in [
            ("a.number", "[role=slider]"), ("a.number", "[role=spinbutton]"), ("a.switch", "[role=switch]"),
            ("a.choice", "select"), ("a.level", "select"), ("a.color", "input[type=color]"), ("a.wait", "input"),
            ("a.text", "input"), ("a.list", "button.summary"), ("a.wind", "button.summary"),
        ] {
            let label = try page.text(of: "\(page.element(role, of: key))?.getAttribute('aria-label')")
            #expect(label?.contains(key) == true, "\(key), \(role)")
        }
        #expect(try page.text(of: "\(page.element(".unit", of: "a.number")).textContent") == "s")
        #expect(try page.text(of: "\(page.element("input", of: "a.wait")).value") == "1m 30s")
        #expect(try page.text(of: "getComputedStyle(\(page.element("input", of: "a.text"))).direction") == "rtl")
    }

    @Test func `a switch, a choice, a color and a duration are set`() throws {
        try page.click(page.element("[role=switch]", of: "a.switch"))
        try page.expect("a.switch", toBecome: true)
        _ = try page.browser.run(
            """
            const set = (element, value, ...events) => {
                element.value = value;
                for (const event of events) element.dispatchEvent(new Event(event, {bubbles: true}));
            };
            set(\(page.element("select", of: "a.choice")), 1, "change");
            set(\(page.element("select", of: "a.level")), 2, "change");
            set(\(page.element("input[type=color]", of: "a.color")), "#ff8000", "input", "change");
            done(true);
            """,
            []
        )
        try page.expect("a.choice", toBecome: "night")
        try page.expect("a.level", toBecome: 40)
        try page.expect("a.color", toBecome: "#FF8000")
        try page.type("2h", into: page.element("input", of: "a.wait"))
        try page.browser.press(.enter)
        try page.expect("a.wait", toBecome: "PT2H")
    }

    @Test func `a locked and a read-only key say why, and cannot be changed`() throws {
        for (key, word, reason) in [
            ("a.locked", "locked: team", "team locks"), ("a.sealed", "read-only", "only a layer"),
        ] {
            #expect(try page.text(of: "\(page.element(".origin", of: key)).textContent") == word)
            #expect(try page.text(of: "\(page.element(".control", of: key)).title")?.contains(reason) == true)
            #expect(try page.browser.value(of: "\(page.element("input", of: key)).readOnly") == true)
        }
        try page.browser.drag(
            through: [0.2, 0.9].map { try page.point(of: page.element("[role=slider]", of: "a.locked"), at: $0) }
        )
        try page.click(page.element("[role=switch]", of: "a.switch"))
        try page.expect("a.switch", toBecome: true)
        #expect(try page.value(of: "a.locked") == 5)
        // When the lock is gone, the control works.
        try page.daemon.value("layers.activate", #"{"names":[]}"#)
        try page.wait(for: "\(page.element("input", of: "a.locked")).readOnly === false")
    }

    @Test func `the details change one member of an object`() throws {
        try open("a.wind")
        try page.type("7", into: "\(details).querySelector('[role=spinbutton][aria-label=\"a.wind.x\"]')")
        try page.browser.press(.enter)
        try page.expect("a.wind", toBecome: ["x": 7, "y": 2])
        try page.wait(for: "\(page.element(".summary", of: "a.wind")).textContent.includes('7')")
    }

    @Test func `the details add, change, move and remove the elements of a list`() throws {
        try open("a.list")
        let element = "\(details).querySelector"
        try page.click("[...\(details).querySelectorAll('button')].find((button) => button.textContent === 'Add')")
        try page.expect("a.list", toBecome: ["one", "two", ""])
        try page.wait(for: "\(element)('[aria-label=\"a.list, element 3\"]')")
        try page.type("three", into: "\(element)('[aria-label=\"a.list, element 3\"]')")
        try page.browser.press(.enter)
        try page.expect("a.list", toBecome: ["one", "two", "three"])
        try page.click("\(element)('[aria-label=\"Move up a.list, element 3\"]')")
        try page.expect("a.list", toBecome: ["one", "three", "two"])
        try page.click("\(element)('[aria-label=\"Remove a.list, element 1\"]')")
        try page.expect("a.list", toBecome: ["three", "two"])
    }

    @Test func `a list of 2,000 elements shows a page of them`() throws {
        let list = JSON.array((1...2_000).map { .string("e\($0)") })
        try page.daemon.value("tunables.set", #"{"key":"a.list","value":\#(try list.written())}"#)
        try page.wait(for: "\(page.element(".summary", of: "a.list")).textContent.includes('e40')")
        try open("a.list")
        let element = "\(details).querySelector"
        try page.wait(for: "\(element)('[aria-label=\"a.list, element 50\"]')")
        let count = try #require(try page.browser.value(of: "\(details).querySelectorAll('*').length").number)
        #expect(count < 600)
        try page.click("\(element)('[aria-label=\"Later elements of a.list\"]')")
        try page.wait(for: "\(element)('[aria-label=\"a.list, element 100\"]')?.value === 'e100'")
        try page.type("2000", into: "\(element)('[aria-label=\"First shown element of a.list\"]')")
        try page.browser.press(.enter)
        let last = "\(element)('[aria-label=\"a.list, element 2000\"]')"
        try page.wait(for: "\(last)?.value === 'e2000'")
        _ = try page.browser.value(of: "\(last).scrollIntoView()")
        try page.type("end", into: last)
        try page.browser.press(.enter)
        let isSet = try eventually { try page.value(of: "a.list")?.elements?.last == "end" }
        #expect(isSet)
        try page.daemon.value("tunables.set", #"{"key":"a.list","value":["one"]}"#)
        try page.wait(for: "\(details).querySelectorAll('.elements li').length === 1")
    }

    @Test func `a text with line breaks keeps them, and is changed as JSON`() throws {
        try page.daemon.value("tunables.set", #"{"key":"a.text","value":"one\ntwo"}"#)
        try page.wait(for: "\(page.element(".summary", of: "a.text"))?.textContent === '\"one\\\\ntwo\"'")
        try open("a.text")
        try page.type(#""one\nthree""#, into: "\(details).querySelector('textarea')")
        try page.click("\(details).querySelector('.editor button')")
        try page.expect("a.text", toBecome: "one\nthree")
        // A typed text stays when another client stores line breaks.
        try page.daemon.value("tunables.set", #"{"key":"a.text","value":"plain"}"#)
        try page.wait(for: "\(page.element("input", of: "a.text"))?.value === 'plain'")
        try page.type("mine", into: page.element("input", of: "a.text"))
        try page.daemon.value("tunables.set", #"{"key":"a.text","value":"four\nfive"}"#)
        try page.wait(for: "\(details).querySelector('tr.wins')?.textContent.includes('five')")
        try page.browser.press(.enter)
        try page.expect("a.text", toBecome: "mine")
    }

    @Test func `the field of a member does not remove line breaks`() throws {
        let spec = #"{"type":"object","properties":{"text":{"type":"string"}},"default":{"text":"one\ntwo"}}"#
        try page.daemon.value("tunables.declare", #"{"specs":{"a.note":\#(spec)}}"#)
        // The details may open before the page has read the declaration.
        try page.wait(for: page.row(of: "a.note"))
        try open("a.note")
        let field = "\(details).querySelector('[aria-label=\"a.note.text\"]')"
        try page.wait(for: "\(field)?.value")
        try page.click(field)
        #expect(try page.browser.value(of: "document.activeElement.readOnly") == true)
        // The value of the switch is stored after all that leaving the field sends.
        try page.click(page.element("[role=switch]", of: "a.switch"))
        try page.expect("a.switch", toBecome: true)
        #expect(try page.value(of: "a.note") == ["text": "one\ntwo"])
    }

    @Test func `the editor of JSON shows the position of a fault, and stores only JSON`() throws {
        try open("a.any")
        let area = "\(details).querySelector('textarea')"
        try page.type(#"{"a": 1,"# + "\n" + #" "b": }"#, into: area)
        try page.wait(
            for:
                "\(details).querySelector('.fault-position').textContent.startsWith('Line 2, column 7: expected a value.')"
        )
        let store = "\(details).querySelector('.editor button')"
        #expect(try page.browser.value(of: "\(store).disabled") == true)
        try page.type(#"{"a": [1, 12345678901234567]}"#, into: area)
        try page.wait(for: "!\(store).disabled")
        try page.click(store)
        try page.expect("a.any", toBecome: ["a": [1, 12_345_678_901_234_567]])
    }

    @Test func `the details show the origins of the value, its changes, and reset it`() throws {
        try page.daemon.value("tunables.set", #"{"key":"a.number","value":1.5}"#)
        try open("a.number")
        try page.wait(for: "\(details).querySelector('tr.wins')?.textContent === 'local1.5in effect'")
        try page.wait(for: "\(details).querySelector('.past').textContent.includes('1 → 1.5')")
        try page.click("[...\(details).querySelectorAll('button')].find((button) => button.textContent === 'Reset')")
        try page.expect("a.number", toBecome: 1)
        try page.wait(for: "\(page.element(".origin", of: "a.number")).textContent === 'default'")
    }
}
