import BlockingTests
import ConsoleCore
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of the comparison of two worlds, and of a merge, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct ComparisonTests {
    private static let specs = """
        {"game.speed":{"type":"number","default":1,"minimum":0,"maximum":10},
         "game.list":{"type":"array","items":{"type":"string"},"default":["one"]},
         "game.wind":{"type":"object","default":{"x":1,"y":2},
                      "properties":{"x":{"type":"number","maximum":40},"y":{"type":"number"}}}}
        """
    private static let flags = """
        {"cart":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"},
         "color":{"state":"ENABLED","variants":{"r":"red","g":"green"},"defaultVariant":"r"}}
        """

    private let page: OpenPage
    private let world: String

    init() throws {
        page = try OpenPage(after: [
            ("tunables.declare", #"{"specs":\#(Self.specs)}"#), ("flags.define", #"{"flags":\#(Self.flags)}"#),
        ])
        try page.show("worlds")
        try page.wait(for: "document.querySelector('#worlds form button:enabled')")
        world = try page.createWorld("night")
    }

    private func part(_ label: String) -> String { "document.querySelector(`.comparison [aria-label='\(label)']`)" }

    /// Waits until an expression of the daemon's state is true.
    private func expect(_ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isTrue = try eventually { try condition() }
        #expect(isTrue, sourceLocation: sourceLocation)
    }

    @Test func `a list is changed element by element`() throws {
        try page.set("game.list", #"["one","two"]"#, in: world)
        try page.wait(for: part("Edit game.list in night"))
        try page.click(part("Edit game.list in night"))
        try page.type("three", into: part("game.list in night, element 2"))
        try page.browser.press(.enter)
        try expect { try page.value(of: "game.list", in: world) == ["one", "three"] }
        #expect(try page.value(of: "game.list") == ["one"])
    }

    @Test func `a member of an object is changed alone, and a refusal appears at its side`() throws {
        try page.set("game.wind", #"{"x":5,"y":2}"#, in: world)
        try page.wait(for: part("Edit game.wind in Shared"))
        try page.click(part("Edit game.wind in Shared"))
        let field = "document.querySelector(`.comparison [role=spinbutton][aria-label='game.wind.x in Shared']`)"
        try page.type("7", into: field)
        try page.browser.press(.enter)
        try page.expect("game.wind", toBecome: ["x": 7, "y": 2])
        try page.type("99", into: field)
        try page.browser.press(.enter)
        try page.wait(for: "\(field).closest('td').querySelector('[role=alert]')?.textContent.includes('40')")
        #expect(try page.value(of: "game.wind", in: world) == ["x": 5, "y": 2])
    }

    @Test func `a flag has a switch or its variants on both sides`() throws {
        let member = try page.daemon.member(of: world)
        _ = try member.call("flags.set", ["key": "cart", "value": true], within: .seconds(60))
        _ = try member.call("flags.set", ["key": "color", "variant": "g"], within: .seconds(60))
        func override(of key: String) throws -> JSON? {
            try page.daemon.value("flags.get", #"{"key":"\#(key)"}"#)["override"]?["variant"]
        }
        try page.wait(for: "\(part("cart in night"))?.ariaChecked === 'true'")
        try page.click(part("cart in Shared"))
        try expect { try override(of: "cart") == "on" }
        try page.wait(for: "\(part("Force color in night"))?.value === '=g'")
        _ = try page.browser.value(of: "\(part("Force color in Shared")).focus()")
        try page.browser.type("g")
        try expect { try override(of: "color") == "g" }
    }

    @Test func `a merge shows another difference if a shared value has changed meanwhile`() throws {
        try page.set("game.speed", "7", in: world)
        let dialog = "document.querySelector('dialog[open]')"
        try page.wait(for: "document.querySelector('.worlds tbody tr').textContent.includes('1 value')")
        try page.click("document.querySelector('#worlds [aria-label=\"Merge night\"]')")
        try page.wait(for: "\(dialog)?.querySelector('tr').textContent === 'game.speed1→7'")
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":3}"#)
        try page.click("\(dialog).querySelector('button.main')")
        try page.wait(for: "\(dialog).querySelector('tr').textContent === 'game.speed3→7'")
        try page.wait(for: "\(dialog).textContent.includes('in the meantime')")
        #expect(try page.value(of: "game.speed") == 3)
        try page.click("\(dialog).querySelector('button.main')")
        try page.expect("game.speed", toBecome: 7)
        try page.wait(for: "!\(dialog)")
    }

    @Test func `a merge that the daemon refuses keeps the world, and shows the sentence`() throws {
        try page.set("game.speed", "7", in: world)
        try page.daemon.value(
            "tunables.declare",
            #"{"specs":{"game.speed":{"type":"number","default":1,"readOnly":true}},"replace":true}"#
        )
        try page.click("document.querySelector('#worlds [aria-label=\"Merge night\"]')")
        let dialog = "document.querySelector('dialog[open]')"
        try page.wait(for: "\(dialog)?.querySelector('button.main')")
        try page.click("\(dialog).querySelector('button.main')")
        try page.wait(for: "\(dialog).querySelector('[role=alert]').textContent.includes('game.speed')")
        #expect(try page.value(of: "game.speed") == 1)
    }
}
