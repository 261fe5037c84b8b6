import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the page as a whole, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct PageTests {
    private static let calls = [
        (
            "tunables.declare",
            """
            {"specs":{"ui.radius":{"type":"number","default":12,"title":"Corner radius","tags":["shape"]},
                      "ui.button.color":{"type":"string","default":"red"},"ui.button.width":{"type":"integer","default":9},
                      "net.old":{"type":"integer","default":1,"deprecated":true},"net.new":{"type":"integer","default":1}}}
            """
        ),
        ("tunables.set", #"{"key":"net.new","value":2}"#),
        ("tunables.set", #"{"key":"button-colour-r","value":255}"#),
        ("tunables.set", #"{"key":"button-colour-g","value":0}"#),
    ]

    private let page: OpenPage

    init() throws { page = try OpenPage(after: Self.calls) }

    private func search(_ text: String) throws {
        try page.browser.press("/")
        try page.browser.press("a", with: .control)
        try page.browser.type(text)
    }

    private func waitForKeys(_ keys: [String]) throws {
        let isEqual = try eventually { try page.keys == keys }
        let shown = try page.keys
        #expect(isEqual, "\(shown)")
    }

    private func press(_ chip: String) throws {
        try page.click("[...document.querySelectorAll('.chip')].find((chip) => chip.textContent === '\(chip)')")
    }

    @Test func `keys are in groups by their words, and a closed group stays closed after a reload`() throws {
        #expect(
            try page.keys == [
                "button-colour-g", "button-colour-r", "net.new", "net.old", "ui.radius", "ui.button.color",
                "ui.button.width",
            ]
        )
        let groups = "[...document.querySelectorAll('button.group')]"
        #expect(
            try page.text(of: "\(groups).map((group) => group.childNodes[1].data).join()")
                == "button › colour,net,ui,button"
        )
        try page.click("\(groups).find((group) => group.textContent.includes('ui'))")
        try waitForKeys(["button-colour-g", "button-colour-r", "net.new", "net.old"])
        try page.reload()
        try waitForKeys(["button-colour-g", "button-colour-r", "net.new", "net.old"])
        // A search looks into closed groups.
        try search("width")
        try waitForKeys(["ui.button.width"])
    }

    @Test func `the search finds keys, titles and tags, and Enter leads to the first key`() throws {
        for (text, key) in [
            ("RADIUS", "ui.radius"), ("corner", "ui.radius"), ("shape", "ui.radius"), ("ui width", "ui.button.width"),
        ] {
            try search(text)
            try waitForKeys([key])
        }
        try page.browser.press(.enter)
        try page.wait(for: "document.activeElement.getAttribute('aria-label') === 'ui.button.width'")
        try search("nothing has this")
        try page.wait(for: "document.querySelector('.empty').textContent === 'No key matches.'")
    }

    @Test func `filters show changed, deprecated and favorite keys`() throws {
        try press("changed")
        try waitForKeys(["net.new", "button-colour-g", "button-colour-r"])
        // A key that changes now appears.
        try page.daemon.value("tunables.set", #"{"key":"ui.radius","value":3}"#)
        try waitForKeys(["net.new", "ui.radius", "button-colour-g", "button-colour-r"])
        try press("deprecated")
        try waitForKeys(["net.old"])
        try page.click(page.element(".star", of: "net.old"))
        try press("favorites")
        try waitForKeys(["net.old"])
        try page.reload()
        try press("favorites")
        try waitForKeys(["net.old"])
    }

    @Test func `after kill -9 the page says so within a second, keeps the values, and continues with the next daemon`()
        throws
    {
        let dot = "getComputedStyle(document.querySelector('.dot')).backgroundColor"
        try page.wait(for: "\(dot) === 'rgb(64, 224, 208)'")
        try page.killDaemon()
        #expect(try page.text(of: dot) == "rgb(128, 128, 128)")
        try page.wait(for: "document.querySelector('#status').textContent.includes('tunerctl start')")
        let field = page.element("[role=spinbutton]", of: "net.new")
        #expect(try page.text(of: "\(field).value") == "2")
        #expect(try page.browser.value(of: "\(field).readOnly") == true)
        try page.restartDaemon()
        try page.wait(for: "document.documentElement.dataset.online === 'true'")
        try page.daemon.value("tunables.set", #"{"key":"net.new","value":5}"#)
        try page.wait(for: "\(field).value === '5' && !\(field).readOnly")
        // The list has this value only if a notification had it.
        try page.daemon.value("tunables.set", #"{"key":"net.new","value":6}"#)
        try page.wait(for: "\(field).value === '6'")
    }

    @Test func `after kill -9 of the gateway the page says how to start it, and no other reason`() throws {
        _ = try page.browser.run(
            """
            window.reasons = [];
            const state = document.querySelector('#status');
            new MutationObserver(() => reasons.push(state.textContent))
                .observe(state, {childList: true, characterData: true, subtree: true});
            done(true);
            """,
            []
        )
        try page.gateway.program.crash()
        // The text has the seconds, so it changes each second.
        let start = "reasons.findIndex((reason) => reason.includes('tunerctl web'))"
        try page.wait(for: "\(start) >= 0 && reasons.length > \(start) + 3")
        let areEqual = "reasons.slice(\(start)).every((reason) => reason.includes('tunerctl web'))"
        #expect(try page.browser.value(of: areEqual) == true)
    }

    @Test func `the tab of the view is in sight on a narrow page`() throws {
        _ = try page.browser.value(of: "document.querySelector('#tabs').style.maxWidth = '200px'")
        try page.show("terminal")
        func right(_ id: String) -> String { "document.getElementById('\(id)').getBoundingClientRect().right" }
        try page.wait(for: "\(right("tab-terminal")) <= \(right("tabs"))")
    }

    @Test func `the first view needs at most 147 kB, and no file of the other views`() throws {
        let files = "performance.getEntriesByType('resource').filter(({name}) => name.includes('/page/'))"
        let size = try page.browser.value(of: "\(files).reduce((sum, file) => sum + file.decodedBodySize, 0)").number
        #expect((1_000...147_000).contains(try #require(size)), "\(String(describing: size))")
        let others = "/flags|chart.js|terminal|tuner.js|client.js/"
        #expect(try page.browser.value(of: "\(files).some(({name}) => \(others).test(name))") == false)
    }

    @Test func `a daemon that hangs turns the dot gray`() throws {
        try page.daemon.program.send(SIGSTOP)
        try page.wait(for: "document.querySelector('#status').textContent.includes('does not respond')")
        try page.daemon.program.send(SIGCONT)
        try page.wait(for: "document.querySelector('#status').textContent === 'connected'")
    }

    @Test func `a page in the background has no subscription, and follows again in front`() throws {
        func expectSubscriptions(_ count: JSON) throws {
            let isEqual = try eventually { try page.daemon.value("server.info")["subscriptions"] == count }
            #expect(isEqual)
        }
        // The first page stays in front. Only a browser with windows has pages in the background.
        let page = try OpenPage(beside: page, in: Chromium(isWhole: true))
        let tab = try page.browser.tab
        for value in [7, 8] as [Int64] {
            try expectSubscriptions(4)
            let other = try page.browser.openTab()
            try page.browser.select(tab: other)
            try expectSubscriptions(2)
            try page.daemon.value("tunables.set", #"{"key":"net.new","value":\#(value)}"#)
            try page.browser.select(tab: tab)
            try page.wait(for: "\(page.element("[role=spinbutton]", of: "net.new")).value === '\(value)'")
        }
        try expectSubscriptions(4)
    }

    @Test func `a kill switch has a banner, and limited keys show their default`() throws {
        try page.daemon.value("tunables.set", #"{"key":"ui.radius","value":3}"#)
        try page.daemon.value("flags.killSwitch", #"{"on":true,"match":"ui.*","reason":"release"}"#)
        try page.wait(
            for: """
                document.querySelector('#banner').textContent === \
                'ui.*: limited to defaults by a kill switch (release).Lift'
                """
        )
        try page.wait(for: "\(page.element(".origin", of: "ui.radius")).textContent === 'limited'")
        // A change is stored, and the page says what is in effect.
        try page.type("7", into: page.element("[role=spinbutton]", of: "ui.radius"))
        try page.browser.press(.enter)
        let message = "ui.radius: 7 is stored, but 12 is in effect (limited)."
        try page.wait(for: "document.querySelector('#message').textContent === '\(message)'")
        try page.daemon.value("flags.killSwitch", #"{"on":false}"#)
        try page.wait(for: "document.querySelector('#banner').hidden")
        try page.wait(for: "\(page.element("[role=spinbutton]", of: "ui.radius")).value === '7'")
    }

    @Test func `presets are saved, compared, applied and deleted`() throws {
        let dialog = "document.querySelector('dialog[aria-label=Presets]')"
        func button(_ text: String) -> String {
            "[...\(dialog).querySelectorAll('button')].find((button) => button.textContent === '\(text)')"
        }
        try page.click("document.querySelector('[aria-label=\"Save and apply presets\"]')")
        try page.wait(for: "\(dialog)?.open")
        try page.type("calm", into: "\(dialog).querySelector('input')")
        try page.browser.press(.enter)
        try page.wait(for: button("Compare"))
        try page.daemon.value("tunables.set", #"{"key":"ui.radius","value":30}"#)
        try page.click(button("Compare"))
        try page.wait(for: "\(dialog).textContent.includes('ui.radius30→12')")
        try page.click(button("Apply"))
        try page.expect("ui.radius", toBecome: 12)
        #expect(try page.value(of: "net.new") == 2)
        try page.wait(for: "!\(dialog).open")
        try page.click("document.querySelector('[aria-label=\"Save and apply presets\"]')")
        try page.wait(for: button("Delete"))
        try page.click(button("Delete"))
        try page.wait(for: "\(dialog).textContent.includes('no preset yet')")
        #expect(try page.daemon.value("layers.list")["layers"] == [])
    }

    @Test func `a dropped file is imported after a question`() throws {
        func drop(_ text: String) throws {
            _ = try page.browser.run(
                """
                const transfer = new DataTransfer();
                transfer.items.add(new File([arguments[0]], "values.json"));
                document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: transfer}));
                done(true);
                """,
                [text]
            )
        }
        try drop(#"{"ui.radius": 4, "new.key": [1]}"#)
        try page.wait(for: "document.querySelector('dialog[open]')?.textContent.includes('ui.radius12→4')")
        #expect(try page.value(of: "ui.radius") == 12)
        try page.click("document.querySelector('dialog[open] button.main')")
        try page.expect("ui.radius", toBecome: 4)
        #expect(try page.value(of: "new.key") == [1])
        try drop("no JSON")
        try page.wait(for: "document.querySelector('#message').textContent.startsWith('values.json: ')")
    }

    @Test func `of 10,000 keys, only those in the window have a row`() throws {
        let specs = (0..<10_000).map { #""many.k\#($0)":{"type":"number","default":0,"minimum":0,"maximum":9}"# }
        for start in stride(from: 0, to: specs.count, by: 2_500) {
            let part = specs[start..<start + 2_500].joined(separator: ",")
            try page.daemon.value("tunables.declare", #"{"specs":{\#(part)}}"#)
        }
        try page.wait(for: "document.querySelector('.count').textContent === '10007 keys'")
        let count = try #require(try page.browser.value(of: "document.querySelectorAll('.row').length").number)
        #expect(count < 60)
        try search("many.k9999")
        try waitForKeys(["many.k9999"])
        try page.type("3", into: page.element("[role=spinbutton]", of: "many.k9999"))
        try page.browser.press(.enter)
        try page.expect("many.k9999", toBecome: 3)
    }

    @Test func `the page requests nothing from elsewhere, and stores only preferences`() throws {
        try page.click(page.element(".star", of: "net.old"))
        let origin = "http://\(page.gateway.host)/"
        let names = try page.browser.value(of: "performance.getEntriesByType('resource').map((entry) => entry.name)")
        let all = try #require(names.elements).compactMap(\.text)
        #expect(all.count > 10)
        #expect(all.allSatisfy { $0.hasPrefix(origin) }, "\(all)")
        #expect(try page.text(of: "document.cookie") == "")
        #expect(try page.text(of: "Object.keys(localStorage).join()") == "tuner")
    }
}
