import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the view of the history, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct HistoryViewTests {
    private static let calls = [
        (
            "tunables.declare",
            """
            {"specs":{"game.speed":{"type":"number","default":1,"minimum":0,"maximum":10},
                      "game.name":{"type":"string","default":"hero"},"game.on":{"type":"boolean","default":false}}}
            """
        ),
        ("tunables.set", #"{"key":"game.name","value":"knight"}"#),
        ("tunables.update", #"{"values":{"game.speed":2,"game.on":true}}"#),
        ("layers.put", #"{"name":"team","values":{"ui.size":3}}"#),
        ("tunables.set", #"{"key":"free.text","value":"a"}"#),
        ("tunables.set", #"{"key":"game.speed","value":5}"#),
    ]

    private let page: OpenPage

    init() throws {
        page = try OpenPage(after: Self.calls)
        try page.show("history", with: ".commit .name")
    }

    /// The entries of the list, each with its key, change, operation and client.
    private var entries: [String] {
        get throws {
            let script = """
                [...document.querySelectorAll('.commit')].map((row) => ['.name', '.change', '.operation', '.actor']
                    .map((part) => row.querySelector(part).textContent).join(' | '))
                """
            return try page.browser.value(of: script).elements?.compactMap(\.text) ?? []
        }
    }

    private func expectEntries(
        _ expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isEqual = try eventually { try entries == expected }
        let shown = try entries
        #expect(isEqual, "\(shown)", sourceLocation: sourceLocation)
    }

    @Test func `a click anywhere on a line opens its details`() throws {
        try page.click("document.querySelector('.commit .operation')")
        try page.wait(for: "!document.querySelector('#details').hidden")
        try page.click("document.querySelector('.commit .name')")
        try page.wait(for: "document.querySelector('#details').hidden")
    }

    /// The client name of the calls of a test.
    private var client: String {
        get throws { try page.daemon.value("tunables.last")["actor"]?["client"]?.text ?? "" }
    }

    private func button(_ text: String) -> String {
        "[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('\(text)') && one.offsetParent)"
    }

    private func isEnabled(_ text: String) -> String { "\(button(text))?.disabled === false" }

    private func entry(_ number: Int) -> String { "document.querySelectorAll('.commit .name')[\(number)]" }

    /// The rows of a dialog's table.
    private var preview: [String] {
        get throws {
            try page.browser.value(
                of: "[...document.querySelectorAll('dialog[open] tr')].map((row) => row.textContent)"
            )
            .elements?.compactMap(\.text) ?? []
        }
    }

    private var revision: JSON? { get throws { try page.daemon.value("server.info")["revision"] } }

    @Test func `the list shows what changed, from what to what, by whom, and follows`() throws {
        let client = try client
        let before = [
            "game.speed | 2→5 | set | \(client)", "free.text | no value→a | set | \(client)",
            "layer team |  | layers.put | \(client)", "game.speed +1 | 1→2 | update | \(client)",
            "game.name | hero→knight | set | \(client)", "game.speed +2 | no value→1 | declare | \(client)",
        ]
        try expectEntries(before)
        try page.daemon.value("flags.set", #"{"key":"ui.DarkMode","value":true}"#)
        try page.daemon.value("tunables.reset", #"{"key":"game.name"}"#)
        try expectEntries(
            [
                "game.name | knight→hero | reset | \(client)",
                "flag ui.DarkMode | no override→on | flags.set | \(client)",
            ] + before
        )
    }

    @Test func `a search, a filter and the link of a key select changes`() throws {
        let client = try client
        try page.type("SPEED set", into: "document.querySelector('#history .search')")
        try expectEntries(["game.speed | 2→5 | set | \(client)"])
        try page.browser.press(.escape)
        try page.click(button("mine"))
        try page.wait(for: "document.querySelector('#history .empty').textContent === 'No change matches.'")
        try page.click(button("mine"))
        try page.show("values", with: ".row .name")
        try page.click(page.element(".name", of: "game.name"))
        // The list of changes moves the link below it.
        try page.wait(for: "document.querySelectorAll('#details .past li').length === 2")
        try page.click("document.querySelector('#details a[href^=\"#history\"]')")
        try expectEntries([
            "game.name | hero→knight | set | \(client)", "game.name +2 | no value→hero | declare | \(client)",
        ])
        try page.click(button("game.name ×"))
        try page.wait(for: "document.querySelectorAll('.commit').length === 6")
    }

    @Test func `the commits of a drag are one entry, which opens`() throws {
        try page.show("values", with: ".row .name")
        let slider = page.element("[role=slider]", of: "game.speed")
        try page.browser.drag(through: try (0...10).map { try page.point(of: slider, at: 0.5 + 0.05 * Double($0)) })
        try page.expect("game.speed", toBecome: 10)
        try page.show("history", with: ".unfold:not([hidden])")
        let commits = try page.daemon.value("tunables.history", #"{"limit":100}"#)["commits"]?.elements ?? []
        let count = commits.filter { $0["actor"]?["client"] == "browser" }.count
        #expect(count > 2)
        try page.wait(for: "document.querySelectorAll('.commit').length === 7")
        #expect(try entries.first == "game.speed | 5→10 | set | browser")
        try page.browser.press("/")
        try page.browser.press(.down)
        try page.browser.press(.right)
        try page.wait(for: "document.querySelectorAll('.commit[data-part]').length === \(count)")
        // An undo of the whole entry begins with the first commit of the drag.
        try page.browser.press(.enter)
        try page.click(button("Undo from here"))
        try page.wait(for: isEnabled("Change 1 value"))
        #expect(try preview == ["game.speed10→5"])
    }

    @Test func `an undo from a commit restores values in one commit, names what stays, and can be undone`() throws {
        try page.click(entry(3))
        try page.click(button("Undo from here"))
        try page.wait(for: isEnabled("Change 3 values"))
        #expect(try Set(preview) == ["free.texta→no value", "game.on" + "true→false", "game.speed5→1"])
        let left = try page.text(of: "document.querySelector('dialog .left').textContent")
        #expect(left == "r4 layers.put: team")
        let before = try revision
        try page.click(button("Change 3 values"))
        try page.expect("game.speed", toBecome: 1)
        try page.expect("game.on", toBecome: false)
        #expect(try page.daemon.value("tunables.get", #"{"key":"free.text","default":"none"}"#)["value"] == "none")
        #expect(try revision?.number == (before?.number ?? 0) + 1)
        try page.click(button("↶"))
        try page.expect("game.speed", toBecome: 5)
        try page.expect("free.text", toBecome: "a")
    }

    @Test func `an undo restores also a value that a kill switch hides`() throws {
        try page.daemon.value("flags.killSwitch", #"{"on":true,"match":"game.*"}"#)
        try page.wait(for: "document.querySelectorAll('.commit').length === 7")
        try page.click(entry(1))
        try page.click(button("Undo from here"))
        try page.wait(for: "document.querySelector('dialog[open] form button')?.disabled === false")
        #expect(try preview.isEmpty)
        try page.click("document.querySelector('dialog[open] form button')")
        try page.wait(for: "!document.querySelector('dialog[open]')")
        try page.daemon.value("flags.killSwitch", #"{"on":false}"#)
        #expect(try page.value(of: "game.speed") == 2)
    }

    @Test func `a change by others after the preview is not overwritten`() throws {
        try page.click(entry(0))
        try page.click(button("Undo from here"))
        try page.wait(for: isEnabled("Change 1 value"))
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":7}"#)
        try page.click(button("Change 1 value"))
        try page.wait(for: "document.querySelector('dialog [role=alert]')?.textContent")
        try page.expect("game.speed", toBecome: 7)
        // The preview shows the new value, and the person can decide again.
        let isShown = try eventually { try preview == ["game.speed7→2"] }
        #expect(isShown)
        try page.click(button("Change 1 value"))
        try page.expect("game.speed", toBecome: 2)
    }

    @Test func `the values at a revision are a table with the differences, which can be applied`() throws {
        func differences() throws -> [String] {
            try page.browser.value(
                of: "[...document.querySelectorAll('.past-value[data-differs]')].map((row) => row.textContent)"
            ).elements?.compactMap(\.text) ?? []
        }
        try page.click(entry(4))
        try page.click(button("Values after it"))
        let expected = ["free.textno valuenowa", "game.onfalsenowtrue", "game.speed1now5"]
        #expect(try eventually { try differences() == expected })
        // The table follows the values of now.
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":9}"#)
        #expect(try eventually { try differences().last == "game.speed1now9" })
        try page.click(button("only differences"))
        try page.wait(for: "document.querySelectorAll('.past-value').length === 4")
        try page.click(button("Apply"))
        try page.wait(for: isEnabled("Change 3 values"))
        try page.click(button("Change 3 values"))
        try page.expect("game.speed", toBecome: 1)
        try page.expect("game.name", toBecome: "knight")
        #expect(try eventually { try differences().isEmpty })
    }

    @Test func `a refused value is left out, with the sentence of the daemon`() throws {
        try page.daemon.value(
            "tunables.declare",
            #"{"specs":{"game.name":{"type":"string","default":"hero","maxLength":5}},"replace":true}"#
        )
        try page.daemon.value("tunables.set", #"{"key":"game.name","value":"elf"}"#)
        try page.wait(for: "document.querySelectorAll('.commit').length === 8")
        try page.show("history?at=6", with: ".past-value[data-differs]")
        try page.click(button("Apply"))
        try page.wait(for: "document.querySelector('dialog .left')?.textContent.includes('game.name')")
    }

    @Test func `a revision that the history does not reach has a sentence`() throws {
        try page.show("history?at=99", with: ".past-state:not([hidden])")
        let note = "document.querySelector('.past-state .note')"
        try page.wait(for: "\(note).textContent === 'There is no revision 99: the last one is 6.'")
        let short = try page.browser.run(
            """
            import('/page/commits.js').then(({valuesAt}) => {
                const commits = [{revision: 9, changes: [{key: 'a', old: 1}]}, {revision: 8, changes: [{key: 'a', old: 0}]}];
                const at = (revision) => valuesAt(revision, commits, new Map([['a', 2]]), 9)?.values.get('a');
                done([9, 8, 7, 6].map((revision) => at(revision) ?? 'unknown'));
            });
            """,
            []
        )
        #expect(short == [2, 1, 0, "unknown"])
    }

    @Test func `in a world the heading names the shared state, and nothing changes that state`() throws {
        let world = try page.daemon.makeWorld()
        let menu = "document.querySelector('#world')"
        try page.wait(for: "[...\(menu).options].some((option) => option.value === '\(world)')")
        _ = try page.browser.run(
            "\(menu).value = arguments[0]; \(menu).dispatchEvent(new Event('change')); done(0)",
            [world]
        )
        try page.wait(for: "document.querySelector('.log h2')?.offsetParent")
        #expect(try page.text(of: "document.querySelector('.log h2').textContent") == "History of the shared state")
        try page.click(entry(0))
        try page.wait(for: "\(button("Undo from here"))?.disabled")
        let before = try revision
        let message = "document.querySelector('#message').textContent"
        for label in ["Undo", "Redo", "Save and apply presets", "Export all values as a file"] {
            _ = try page.browser.value(of: "document.querySelector('#message').textContent = ''")
            try page.click("document.querySelector('[aria-label=\"\(label)\"]')")
            try page.wait(for: "\(message).includes('First choose Shared')")
        }
        #expect(try revision == before)
    }

    @Test func `without the daemon the list stays, nothing can be undone, and the next daemon continues it`() throws {
        try page.click(entry(0))
        try page.killDaemon()
        try page.wait(for: "\(button("Undo from here"))?.disabled")
        #expect(try entries.count == 6)
        try page.restartDaemon()
        try page.wait(for: isEnabled("Undo from here"))
        try page.daemon.value("tunables.set", #"{"key":"free.text","value":"b"}"#)
        // The kill may have lost the change before.
        let isShown = try eventually { try entries.first?.contains("free.text") == true && entries[0].contains("→b") }
        let shown = try entries
        #expect(isShown, "\(shown)")
    }
}
