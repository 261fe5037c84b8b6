import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of what the page does while a person changes values, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct HandTests {
    private static let specs = """
        {"game.gravity":{"type":"number","default":0,"minimum":-20,"maximum":20},
         "game.lives":{"type":"integer","default":3,"minimum":1,"maximum":9,"unit":"lives"},
         "game.speed":{"type":"number","default":3},
         "game.name":{"type":"string","default":"hero","maxLength":8},
         "game.seed":{"type":"integer","default":1}}
        """

    private let page: OpenPage

    init() throws { page = try OpenPage(declaring: Self.specs) }

    private func slider(_ key: String) -> String { page.element("[role=slider]", of: key) }

    private func field(_ key: String) -> String { page.element("input", of: key) }

    private func fault(_ key: String) -> String { page.element("[role=alert]", of: key) }

    /// Points of a slider from one part of its track to another.
    private func points(_ key: String, from start: Double, to end: Double) throws -> [PagePoint] {
        try (0...10).map { try page.point(of: slider(key), at: start + (end - start) * Double($0) / 10) }
    }

    @Test func `a drag sets the value on the way, another process receives it, and one undo takes all of it back`()
        throws
    {
        let watcher = try Program(
            BuiltProduct.path("tunerctl"),
            ["--socket", page.daemon.socket, "watch", "game.gravity", "--initial"]
        )
        _ = try watcher.output { $0.contains("game.gravity 0\n") }
        try page.browser.drag(through: points("game.gravity", from: 0.5, to: 1))
        try page.expect("game.gravity", toBecome: 20)
        _ = try watcher.output { $0.contains("game.gravity 20\n") }
        try page.wait(for: "\(field("game.gravity")).value === '20'")
        let commits = try page.daemon.value("tunables.history", #"{"match":"game.gravity","limit":50}"#)["commits"]
        // The declaration, and some values on the way.
        #expect(commits?.elements?.count ?? 0 > 2)
        try page.browser.press("z", with: .control)
        try page.expect("game.gravity", toBecome: 0)
        try page.browser.press("z", with: .control, .shift)
        try page.expect("game.gravity", toBecome: 20)
    }

    @Test func `a change by others does not move a slider under the hand, and shows when the hand is gone`() throws {
        let points = try points("game.gravity", from: 0.5, to: 0.75)
        try page.browser.drag(through: points, isReleased: false)
        let isDragged = try eventually { try page.value(of: "game.gravity") != 0 }
        #expect(isDragged)
        try page.wait(for: "\(slider("game.gravity")).ariaValueNow > 9")
        let held = try page.text(of: "\(slider("game.gravity")).ariaValueNow")
        try page.daemon.value("tunables.set", #"{"key":"game.gravity","value":-15}"#)
        // Another row shows that the page has received later changes.
        try page.daemon.value("tunables.set", #"{"key":"game.lives","value":7}"#)
        try page.wait(for: "\(field("game.lives")).value === '7'")
        #expect(try page.text(of: "\(slider("game.gravity")).ariaValueNow") == held)
        try page.browser.release()
        try page.wait(for: "\(slider("game.gravity")).ariaValueNow === '-15'")
        #expect(try page.value(of: "game.gravity") == -15)
    }

    @Test func `Escape during a drag takes it back`() throws {
        try page.browser.drag(through: points("game.gravity", from: 0.5, to: 0.75), isReleased: false)
        let isDragged = try eventually { try page.value(of: "game.gravity") != 0 }
        #expect(isDragged)
        try page.browser.press(.escape)
        try page.expect("game.gravity", toBecome: 0)
        try page.browser.release()
        #expect(try page.text(of: "\(slider("game.gravity")).ariaValueNow") == "0")
    }

    @Test func `Enter sends a typed number, Escape drops it, and a field that loses the focus sends it`() throws {
        try page.type("123", into: field("game.speed"))
        try page.browser.press(.escape)
        #expect(try page.text(of: "\(field("game.speed")).value") == "3")
        try page.type("5.5", into: field("game.speed"))
        #expect(try page.value(of: "game.speed") == 3)
        try page.browser.press(.enter)
        try page.expect("game.speed", toBecome: 5.5)
        try page.type(".25", into: field("game.speed"))
        try page.click(field("game.name"))
        try page.expect("game.speed", toBecome: 0.25)
        // None of the numbers that were only typed on the way was ever set.
        let history = try page.daemon.value("tunables.history", #"{"match":"game.speed","limit":50}"#).written()
        #expect(!history.contains("123"))
    }

    @Test func `a change by others does not replace a text that a person types`() throws {
        try page.type("Ada", into: field("game.name"))
        try page.daemon.value("tunables.set", #"{"key":"game.name","value":"other"}"#)
        try page.daemon.value("tunables.set", #"{"key":"game.lives","value":7}"#)
        try page.wait(for: "\(field("game.lives")).value === '7'")
        #expect(try page.text(of: "\(field("game.name")).value") == "Ada")
        try page.browser.press(.enter)
        try page.expect("game.name", toBecome: "Ada")
    }

    @Test func `a refused value shows the sentence of the daemon, and the field goes back`() throws {
        try page.type("77", into: field("game.lives"))
        try page.browser.press(.enter)
        try page.wait(for: "\(fault("game.lives"))?.textContent === 'game.lives must be at most 9, got 77'")
        #expect(try page.text(of: "\(field("game.lives")).value") == "3")
        try page.type("many", into: field("game.lives"))
        try page.browser.press(.enter)
        try page.wait(for: "\(fault("game.lives"))?.textContent.includes('whole number')")
        // A valid value removes the sentence.
        try page.type("4", into: field("game.lives"))
        try page.browser.press(.enter)
        try page.expect("game.lives", toBecome: 4)
        try page.wait(for: "\(fault("game.lives")) === null")
    }

    @Test func `a whole number keeps all its digits`() throws {
        try page.type("98765432109876543", into: field("game.seed"))
        try page.browser.press(.enter)
        try page.expect("game.seed", toBecome: 98_765_432_109_876_543)
        try page.reload()
        #expect(try page.text(of: "\(field("game.seed")).value") == "98765432109876543")
    }

    @Test func `arrow keys move by steps, Shift finely, Alt coarsely, and not beyond the range`() throws {
        try page.click(slider("game.lives"))
        try page.expect("game.lives", toBecome: 5)
        try page.browser.press(.up)
        try page.expect("game.lives", toBecome: 6)
        try page.browser.press(.down, with: .alt)
        try page.expect("game.lives", toBecome: 1)
        try page.type("3", into: field("game.speed"))
        try page.browser.press(.up)
        try page.expect("game.speed", toBecome: 3.1)
        try page.browser.press(.up, with: .shift)
        try page.expect("game.speed", toBecome: 3.11)
        try page.browser.press(.up, with: .alt)
        try page.expect("game.speed", toBecome: 4.11)
    }

    @Test func `a digit that is typed on a slider begins a number in its field, and shows no other view`() throws {
        _ = try page.browser.value(of: "\(slider("game.speed")).focus()")
        try page.browser.type("4.5")
        try page.browser.press(.enter)
        try page.expect("game.speed", toBecome: 4.5)
        #expect(try page.text(of: "location.hash") == "")
    }

    @Test func `the wheel changes a number only while its field has the focus`() throws {
        let point = try page.point(of: field("game.lives"))
        try page.browser.turnWheel(at: point, by: -100)
        try page.click(field("game.lives"))
        try page.browser.turnWheel(at: point, by: -100)
        try page.expect("game.lives", toBecome: 4)
    }

    @Test func `another declaration changes the range of a slider at once`() throws {
        let limit = "\(slider("game.lives")).ariaValueMax"
        #expect(try page.text(of: limit) == "9")
        let spec = #"{"type":"integer","default":3,"minimum":1,"maximum":99}"#
        try page.daemon.value("tunables.declare", #"{"key":"game.lives","spec":\#(spec),"replace":true}"#)
        try page.wait(for: "\(limit) === '99'")
        try page.daemon.value("tunables.declare", #"{"key":"game.new","spec":{"type":"boolean","default":true}}"#)
        try page.wait(for: "\(page.element("[role=switch]", of: "game.new"))?.ariaChecked === 'true'")
    }
}
