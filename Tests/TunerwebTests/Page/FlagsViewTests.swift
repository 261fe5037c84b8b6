import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the view of flags, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct FlagsViewTests {
    private static let cart = """
        {"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off",
         "targeting":{"if":[{"and":[{"==":[{"var":"tier"},"gold"]},{"in":[{"var":"country"},["at","de"]]}]},"on",
                            {"fractional":[["on",25],["off",75]]}]}}
        """
    private static let calls = [
        ("tunables.declare", #"{"specs":{"cart.size":{"type":"integer","default":9}}}"#),
        ("tunables.set", #"{"key":"cart.size","value":5}"#),
        ("flags.define", #"{"flags":{"cart.new":\#(cart)}}"#),
        (
            "flags.define",
            #"{"flags":{"cart.color":{"state":"ENABLED","variants":{"r":"red","g":"green"},"defaultVariant":"r"}}}"#
        ),
    ]
    private static let flagsFile = """
        {"flags": {
          "file.fine": {"state": "ENABLED", "variants": {"one": 1}, "defaultVariant": "one"},
          "file.wrong": {"state": "ENABLED", "variants": {"one": 1}, "defaultVariant": "two"}}}
        """

    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: Self.calls, flagsFile: Self.flagsFile)
        try page.browser.press("4")
        try page.wait(for: page.element(".word", of: "cart.new"))
    }

    // MARK: Parts of the page

    private let details = "document.querySelector('#details')"
    private let definition = "document.querySelector('.editor textarea')"
    private let fault = "document.querySelector('.editor .fault-position')"

    private func waitFor(_ selector: String, of key: String, toBe text: String) throws {
        try page.wait(for: "\(page.element(selector, of: key))?.textContent === '\(text)'")
    }

    private func open(_ key: String) throws {
        try page.click(page.element(".word", of: key))
        try page.wait(for: "\(details).querySelector('h2')?.textContent === '\(key)'")
        try page.wait(for: "\(definition).value !== ''")
    }

    private func press(_ chip: String) throws {
        try page.click("[...document.querySelectorAll('.chip')].find((one) => one.textContent === '\(chip)')")
    }

    private func button(_ text: String, in part: String) -> String {
        "[...\(part).querySelectorAll('button')].find((button) => button.textContent === '\(text)')"
    }

    /// Replaces a part of the definition, as a person who types at that place.
    private func replace(_ part: String, by text: String) throws {
        let script = """
            const area = \(definition), start = area.value.indexOf(arguments[0]);
            area.focus();
            area.setSelectionRange(start, start + arguments[0].length);
            done(start);
            """
        #expect(try page.browser.run(script, [part]) != -1)
        try page.browser.type(text)
    }

    private func context(_ text: String) throws { try page.type(text, into: "document.querySelector('#context')") }

    private func definition(of key: String) throws -> JSON? {
        try page.daemon.value("flags.get", #"{"key":"\#(key)"}"#)["definition"]
    }

    /// The steps of the explanation: the words of each, and whether it decides.
    private func steps() throws -> [String] {
        try page.browser.value(
            of: "[...document.querySelectorAll('[role=treeitem]')].map((item) => item.ariaLabel)"
        ).elements?.compactMap(\.text) ?? []
    }

    private func expectSubscriptions(_ count: Int64) throws {
        let isEqual = try eventually { try page.daemon.value("server.info")["subscriptions"] == .integer(count) }
        #expect(isEqual)
    }

    // MARK: Overrides

    @Test func `a switch and a menu force a flag, another process receives it, and reset takes it back`() throws {
        let watcher = try Program(
            BuiltProduct.path("tunerctl"),
            [
                "--socket", page.daemon.socket, "flag", "watch", "cart.new", "cart.color", "--initial", "--context",
                "targetingKey=user-1",
            ]
        )
        _ = try watcher.output { $0.contains("cart.new false") && $0.contains("cart.color") && $0.hasSuffix("\n") }
        try page.click(page.element("[role=switch]", of: "cart.new"))
        _ = try watcher.output { $0.contains("cart.new true") }
        try waitFor(".reason", of: "cart.new", toBe: "forced")
        try page.wait(for: "\(page.element("[role=switch]", of: "cart.new")).ariaChecked === 'true'")
        try page.wait(for: "\(page.element("select", of: "cart.new")).value === '=on'")
        // The menu, by the keyboard.
        _ = try page.browser.value(of: "\(page.element("select", of: "cart.color")).focus()")
        try page.browser.type("g")
        _ = try watcher.output { $0.contains("cart.color green") }
        try waitFor(".variant", of: "cart.color", toBe: "g")
        try page.click(page.element(".reset", of: "cart.new"))
        try waitFor(".reason", of: "cart.new", toBe: "split")
        let override = try page.daemon.value("flags.get", #"{"key":"cart.new"}"#)["override"]
        #expect(override == nil)
    }

    @Test func `a value is forced for a time, and a refused one shows the sentence of the daemon`() throws {
        try open("cart.color")
        _ = try page.browser.value(of: "\(details).querySelector('select').focus()")
        try page.browser.type("a")
        let value = "\(details).querySelector('[aria-label=\"Value as JSON\"]')"
        try page.type("7", into: value)
        try page.browser.press(.enter)
        try page.wait(for: "\(details).querySelector('[role=alert]').textContent.includes('must be a string')")
        #expect(try page.text(of: "\(value).value") == "7")
        try page.type("blue", into: value)
        try page.type("7200", into: "\(details).querySelector('[aria-label=Seconds]')")
        try page.browser.press(.enter)
        try waitFor(".value", of: "cart.color", toBe: "blue")
        try waitFor(".reason", of: "cart.color", toBe: "back in 2 h")
        try page.wait(for: "\(details).querySelector('[role=alert]').textContent === ''")
        let override = try page.daemon.value("flags.get", #"{"key":"cart.color"}"#)["override"]
        #expect(override?["value"] == "blue" && override?["end"] != nil)
    }

    @Test func `faults of the file and of an override are shown`() throws {
        try waitFor(".reason", of: "file.wrong", toBe: "not in use")
        let sentence = "line 3, column 62: flags/file.wrong/defaultVariant names two, which is not a variant"
        try page.wait(for: "\(page.element(".value", of: "file.wrong")).textContent.startsWith('\(sentence)')")
        try page.wait(for: "document.querySelector('.notice').textContent.includes('\(sentence)')")
        try page.daemon.value("flags.set", #"{"key":"cart.color","variant":"g"}"#)
        try page.daemon.value(
            "flags.define",
            #"{"flags":{"cart.color":{"state":"ENABLED","variants":{"r":1},"defaultVariant":"r"}}}"#
        )
        try waitFor(".reason", of: "cart.color", toBe: "faulty override")
        try press("faulty")
        let isEqual = try eventually { try page.keys == ["cart.color", "file.wrong"] }
        #expect(isEqual)
        // The file decides about its flags.
        try press("faulty")
        try page.wait(for: page.element(".word", of: "file.fine"))
        try open("file.fine")
        #expect(try page.browser.value(of: "\(definition).readOnly") == true)
    }

    // MARK: Definitions

    @Test func `a faulty definition is refused with its line and column, and the stored one stays`() throws {
        try open("cart.new")
        let before = try definition(of: "cart.new")
        try replace(#""ENABLED""#, by: #""ENABLE""#)
        try replace(#""state""#, by: #""metadata":{"x":"😀"}, "state""#)
        try page.browser.press(.enter, with: .control)
        let sentence = "Line 2, column 25: flags/cart.new/state must be ENABLED or DISABLED, got ENABLE"
        try page.wait(for: "\(fault).textContent.startsWith('\(sentence)')")
        #expect(try page.text(of: "document.querySelector('mark').textContent") == #""state""#)
        // The caret is at the fault, behind the two units of the emoji.
        let rest = try page.text(of: "\(definition).value.slice(\(definition).selectionStart)")
        #expect(rest?.hasPrefix(#""state"#) == true)
        #expect(try definition(of: "cart.new") == before)
        try page.browser.press(.escape)
        try replace(#""fractional""#, by: #""fractionel""#)
        try page.browser.press(.enter, with: .control)
        try page.wait(for: "\(fault).textContent.endsWith('is not an operator; did you mean fractional?')")
        #expect(try page.text(of: "document.querySelector('mark').textContent") == #""fractionel""#)
        #expect(try definition(of: "cart.new") == before)
    }

    @Test func `a text that is not JSON cannot be stored, and a valid one is`() throws {
        try open("cart.color")
        try replace(#""red""#, by: "crimson")
        try page.wait(for: "\(fault).textContent.startsWith('Line 3, column 20: expected a value')")
        #expect(try page.browser.value(of: "\(button("Store", in: details)).disabled") == true)
        try replace("crimson", by: #""crimson""#)
        try page.browser.press(.enter, with: .control)
        try waitFor(".value", of: "cart.color", toBe: "crimson")
        #expect(try definition(of: "cart.color")?["variants"]?["r"] == "crimson")
    }

    @Test func `a typed definition survives a change by others, and Escape shows that change`() throws {
        try open("cart.color")
        try replace("red", by: "rose")
        try page.daemon.value(
            "flags.define",
            #"{"flags":{"cart.color":{"state":"ENABLED","variants":{"r":"ruby"},"defaultVariant":"r"}}}"#
        )
        try page.wait(for: "\(fault).textContent.startsWith('Others have changed this')")
        #expect(try page.browser.value(of: "\(definition).value.includes('rose')") == true)
        try page.browser.press(.escape)
        try page.wait(for: "\(definition).value.includes('ruby')")
    }

    @Test func `a flag is created and removed`() throws {
        try page.click(button("New flag…", in: "document"))
        let dialog = "document.querySelector('dialog[open]')"
        try page.type("cart.new", into: "\(dialog).querySelector('[aria-label=Key]')")
        try page.browser.press(.enter)
        try page.wait(for: "\(dialog).querySelector('[role=alert]').textContent === 'there is a flag cart.new already'")
        try page.type("cart.fast", into: "\(dialog).querySelector('[aria-label=Key]')")
        try page.browser.press(.enter)
        try page.wait(for: "\(details).querySelector('h2').textContent === 'cart.fast'")
        try page.wait(for: page.element(".word", of: "cart.fast"))
        #expect(try definition(of: "cart.fast")?["defaultVariant"] == "off")
        try page.wait(for: "!\(button("Remove…", in: details)).hidden && \(definition).value !== ''")
        try page.click(button("Remove…", in: details))
        try page.click(button("Remove", in: dialog))
        try page.wait(for: "!\(page.element(".word", of: "cart.fast"))")
        #expect(throws: (any Error).self) { try definition(of: "cart.fast") }
    }

    // MARK: Explanations

    @Test func `the explanation follows the context, with the value of each step`() throws {
        try context(#"{"targetingKey":"ada","tier":"gold","country":"at"}"#)
        try open("cart.new")
        try page.wait(for: "document.querySelector('[role=tree]').textContent.includes('\"gold\"true')")
        let gold = try steps()
        #expect(gold.contains { $0.hasPrefix("if (tier == \"gold\")") && $0.hasSuffix(", true") })
        #expect(gold.contains("tier, \"gold\"") && gold.contains("country, \"at\""))
        #expect(gold.contains("then \"on\", \"on\", decides"))
        #expect(gold.contains { $0.hasPrefix("else fractional") && $0.hasSuffix(", not evaluated") })
        try context(#"{"targetingKey":"ada","tier":"basic"}"#)
        try page.wait(for: "document.querySelector('[role=tree]').textContent.includes('\"basic\"')")
        let basic = try steps()
        #expect(basic.contains("tier == \"gold\", false"))
        #expect(basic.contains { $0.hasPrefix("country in") && $0.hasSuffix(", not evaluated") })
        #expect(basic.contains { $0.hasPrefix("else fractional") && $0.hasSuffix(", decides") })
        #expect(basic.contains { $0.hasPrefix("share ") && $0.hasSuffix(", decides") })
        // An override decides before the rule.
        try page.daemon.value("flags.set", #"{"key":"cart.new","variant":"off"}"#)
        let decisive = "document.querySelector('[role=treeitem].decides')"
        try page.wait(for: "\(decisive)?.ariaLabel === 'override, off, decides'")
    }

    @Test func `the arrow keys move in the explanation, and close and open its steps`() throws {
        try open("cart.new")
        try page.wait(for: "document.querySelectorAll('[role=treeitem]').length > 5")
        _ = try page.browser.value(of: "document.querySelector('[role=treeitem]').focus()")
        for _ in 0..<3 { try page.browser.press(.down) }
        let focused = "document.activeElement"
        #expect(try page.text(of: "\(focused).ariaExpanded") == "true")
        try page.browser.press(.enter)
        #expect(try page.text(of: "\(focused).ariaExpanded") == "false")
        try page.browser.press(.down)
        #expect(try page.browser.value(of: "\(focused).ariaLabel.startsWith('default variant')") == true)
    }

    @Test func `a split shows its shares, the bucket of the user, and the variants of sample users`() throws {
        try open("cart.new")
        try page.wait(for: "document.querySelector('.bar')?.ariaLabel === 'on 25 %, off 75 %'")
        let widths = "[...document.querySelectorAll('.bar span')].map((part) => part.getBoundingClientRect().width)"
        #expect(try page.browser.value(of: "(([on, off]) => Math.round(off / on))(\(widths))") == 3)
        let evaluation = try page.daemon.value(
            "flags.evaluate",
            #"{"key":"cart.new","context":{"targetingKey":"user-1"},"explain":true}"#
        )
        let bucket = try #require(evaluation["explain"]?["steps"]?.elements?.last?["bucket"]?.number)
        let place = "is in bucket \(Int(bucket)) of 100"
        try page.wait(for: "document.querySelector('.split').textContent.includes('\(place)')")
        try page.type("40", into: "document.querySelector('[aria-label=\"Number of sample users\"]')")
        try page.browser.press(.enter)
        try page.wait(for: "document.querySelectorAll('.dots i').length === 40")
        let count = try (1...40).filter { number in
            let context = #"{"key":"cart.new","context":{"targetingKey":"user-\#(number)"}}"#
            return try page.daemon.value("flags.evaluate", context)["value"] == true
        }.count
        let sentence = try page.text(of: "document.querySelector('.dots').ariaLabel")
        #expect(sentence?.contains(": on \(count) (") == true)
    }

    // MARK: The kill switch and the connection

    @Test func `the kill switch limits flags and tunables, which are dimmed, and the banner lifts it`() throws {
        try page.click(button("Kill switch…", in: "document"))
        let dialog = "document.querySelector('dialog[open]')"
        try page.type("cart.*", into: "\(dialog).querySelector('[aria-label=Patterns]')")
        try page.type("storm", into: "\(dialog).querySelector('[aria-label=Reason]')")
        try page.browser.press(.enter)
        try waitFor(".reason", of: "cart.new", toBe: "limited")
        #expect(try page.browser.value(of: "'limited' in \(page.row(of: "cart.new")).dataset") == true)
        #expect(try page.value(of: "cart.size") == 9)
        #expect(try page.daemon.value("server.info")["limited"]?["by"]?.elements?.first?["reason"] == "storm")
        try page.browser.press(.escape)
        _ = try page.browser.value(of: "document.activeElement.blur()")
        try page.browser.press("1")
        try page.wait(for: "'limited' in (\(page.row(of: "cart.size"))?.dataset ?? {})")
        try page.click(button("Lift", in: "document.querySelector('#banner')"))
        try page.wait(for: "document.querySelector('#banner').hidden")
        try page.expect("cart.size", toBecome: 5)
        try page.wait(for: "!('limited' in \(page.row(of: "cart.size")).dataset)")
    }

    @Test func `a flag is found, forced and opened by the keyboard alone`() throws {
        try page.browser.press("/")
        try page.browser.type("cart new")
        try page.browser.press(.enter)
        try page.wait(for: "document.activeElement.textContent === 'cart.new'")
        try page.browser.press(.tab)
        try page.browser.type(" ")
        try waitFor(".reason", of: "cart.new", toBe: "forced")
        try page.browser.press(.tab, with: .shift)
        try page.browser.press(.enter)
        try page.wait(for: "\(details).querySelector('h2')?.textContent === 'cart.new'")
        try page.browser.press(.escape)
        try page.wait(for: "\(details).hidden && document.activeElement.textContent === 'cart.new'")
    }

    @Test func `without the daemon the flags stay and cannot be changed, and a new daemon continues`() throws {
        try page.killDaemon()
        try page.wait(for: "\(page.element("[role=switch]", of: "cart.new")).ariaDisabled === 'true'")
        #expect(try page.browser.value(of: "\(page.element("select", of: "cart.new")).disabled") == true)
        try page.restartDaemon()
        try page.wait(for: "\(page.element("[role=switch]", of: "cart.new")).ariaDisabled !== 'true'")
        try expectSubscriptions(3)
        try page.daemon.value("flags.set", #"{"key":"cart.new","variant":"on"}"#)
        try waitFor(".reason", of: "cart.new", toBe: "forced")
    }

    @Test func `a page in the background has no subscription to flags`() throws {
        // The first page stays in front. Only a browser with windows has pages in the background.
        let page = try OpenPage(beside: page, in: Chromium(isWhole: true))
        try page.browser.press("4")
        try page.wait(for: page.element(".word", of: "cart.new"))
        try expectSubscriptions(6)
        let tab = try page.browser.tab
        let other = try page.browser.openTab()
        try page.browser.select(tab: other)
        try expectSubscriptions(3)
        try page.browser.select(tab: tab)
        try expectSubscriptions(6)
    }
}
