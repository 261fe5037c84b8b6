import BlockingTests
import ConsoleCore
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of texts that are long, from right to left, or with characters that nobody sees, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct HiddenCharacterTests {
    /// The character that reorders the text after it.
    private static let override = "\u{202E}"

    private let page: OpenPage

    init() throws {
        page = try OpenPage(
            declaring: #"{"a.text":{"type":"string","default":"x"},"a.list":{"type":"array","default":[]}}"#
        )
    }

    private let details = "document.querySelector('#details')"

    private func open(_ key: String) throws {
        try page.click(page.element(".name", of: key))
        try page.wait(for: "\(details).querySelector('h2')?.textContent === '\(key)'")
        try page.wait(for: "\(details).querySelector('.past time')")
    }

    private func set(_ key: String, _ value: JSON) throws {
        _ = try page.daemon.client.call("tunables.set", ["key": .string(key), "value": value], within: .seconds(60))
    }

    private func expectNoHiddenCharacter(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let fields = "[...document.querySelectorAll('input, textarea')].map((field) => field.value)"
        let found = "/[\\u202a-\\u202e]/.test([document.body.textContent, ...\(fields)].join())"
        #expect(try page.browser.value(of: found) == false, sourceLocation: sourceLocation)
    }

    @Test func `a value with U+202E is shown and changed with an escape`() throws {
        try set("a.text", .string("ab\(Self.override)cd"))
        try page.wait(for: "\(page.element(".summary", of: "a.text"))?.textContent === '\"ab\\\\u202ecd\"'")
        try open("a.text")
        let area = "\(details).querySelector('textarea')"
        try page.wait(for: "\(area).value === '\"ab\\\\u202ecd\"'")
        try expectNoHiddenCharacter()
        try page.type(#""e"#, into: area)
        try page.browser.type("\(Self.override)f\"")
        try page.wait(for: "\(area).value === '\"e\\\\u202ef\"'")
        try page.click("\(details).querySelector('.editor button')")
        try page.expect("a.text", toBecome: .string("e\(Self.override)f"))
        try expectNoHiddenCharacter()
    }

    @Test func `a flag with U+202E in its key, variant and description has escapes everywhere`() throws {
        let name = "on\(Self.override)"
        let definition: JSON = [
            "state": "ENABLED", "variants": .object([name: true, "off": false]), "defaultVariant": .string(name),
            "metadata": ["description": .string("gpj\(Self.override)exe")],
        ]
        let params: JSON = ["flags": .object(["evil\(Self.override)key": definition])]
        _ = try page.daemon.client.call("flags.define", params, within: .seconds(60))
        try page.show("flags", with: ".row .name")
        let row = page.element(".name", of: #"evil\\u202ekey"#)
        try page.wait(for: row)
        try page.click(row)
        try page.wait(for: "\(details).querySelector('.editor textarea')?.value.includes('{\"on\\\\u202e\":true')")
        try expectNoHiddenCharacter()
        try page.show("history", with: ".commit .name")
        try expectNoHiddenCharacter()
    }

    @Test func `texts from right to left do not reorder the line`() throws {
        try set("a.text", "שלום")
        try set("a.text", "עולם")
        try open("a.text")
        // Each value is isolated, so the old one is at the left.
        let parts = "[...\(details).querySelectorAll('.past li')[0].querySelectorAll('bdi')]"
        try page.wait(for: "\(parts).map((part) => part.textContent).join() === 'שלום,עולם'")
        let places = "\(parts).map((part) => part.getBoundingClientRect().left)"
        #expect(try page.browser.value(of: "((all) => all[0] < all[1])(\(places))") == true)
        try set("a.list", ["שלום", "עולם"])
        try open("a.list")
        let lines = "\(details).querySelector('textarea').value.split(String.fromCharCode(10)).length"
        try page.wait(for: "\(lines) === 4")
    }

    @Test func `a text of 100 kB is shown whole in its field, and cut elsewhere`() throws {
        let text = String(repeating: "long ", count: 20_000)
        try set("a.text", .string(text))
        let field = page.element("input", of: "a.text")
        try page.wait(for: "\(field)?.value.length === 100000")
        try open("a.text")
        let length = try #require(try page.browser.value(of: "\(details).textContent.length").number)
        #expect(length < 10_000)
        try page.type("short", into: field)
        try page.browser.press(.enter)
        try page.expect("a.text", toBecome: "short")
        try page.show("history", with: ".commit .name")
        let list = try #require(try page.browser.value(of: "document.body.textContent.length").number)
        #expect(list < 20_000)
    }

    @Test func `a number that is too large is refused, and never stored as null`() throws {
        let specs = #"{"a.number":{"type":"number","default":1},"a.any":{"type":"object","default":{}}}"#
        try page.daemon.value("tunables.declare", #"{"specs":\#(specs)}"#)
        let field = page.element("[role=spinbutton]", of: "a.number")
        try page.wait(for: field)
        try page.type("1e400", into: field)
        try page.browser.press(.enter)
        try page.wait(for: "document.querySelector('.fault')?.textContent.includes('must be a number')")
        try page.wait(for: "\(field).value === '1'")
        try page.click(page.element(".name", of: "a.any"))
        try page.wait(for: "\(details).querySelector('h2')?.textContent === 'a.any'")
        try page.type("[1e400]", into: "\(details).querySelector('textarea')")
        let fault = "\(details).querySelector('.fault-position').textContent"
        try page.wait(for: "\(fault) === 'Line 1, column 2: expected a number within the range of a double.'")
        #expect(try page.browser.value(of: "\(details).querySelector('.editor button').disabled") == true)
    }
}
