import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// Checks names, roles, contrast and the order of the focus in every view, by `accessibility.js`.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct AccessibilityTests {
    private static let calls = [
        (
            "tunables.declare",
            """
            {"specs":{"ui.radius":{"type":"number","default":12,"minimum":0,"maximum":40,"unit":"px"},
                      "ui.on":{"type":"boolean","default":true},"ui.theme":{"type":"string","enum":["light","dark"]},
                      "ui.color":{"type":"string","format":"color","default":"#40E0D0"},
                      "ui.delay":{"type":"string","format":"duration","default":"PT1S"},
                      "ui.tags":{"type":"array","items":{"type":"string"},"default":["a","b"]},
                      "game.wind":{"type":"object","default":{"x":1}},"game.old":{"type":"integer","deprecated":true}}}
            """
        ),
        ("tunables.set", #"{"key":"ui.radius","value":3}"#),
        ("tunables.set", #"{"key":"ui.on","value":false,"for":3600}"#),
        ("tunables.set", #"{"key":"game.old","value":7}"#),
        ("layers.put", #"{"name":"team","values":{"ui.theme":"dark"},"locks":"ui.theme","ttl":3600,"source":"file"}"#),
        ("layers.put", #"{"name":"spare","values":{"ui.radius":7}}"#),
        ("layers.activate", #"{"names":["team"]}"#),
        (
            "flags.define",
            """
            {"flags":{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off",
             "targeting":{"if":[{"==":[{"var":"tier"},"gold"]},"on",{"fractional":[["on",20],["off",80]]}]}}}}
            """
        ),
        ("flags.killSwitch", #"{"on":true,"match":"game.*","reason":"release"}"#),
    ]

    private let page: OpenPage
    private let check: String

    init() throws {
        page = try OpenPage(after: Self.calls)
        let path = ProjectFile.path("Tests/TunerwebTests/Page/accessibility.js")
        check = String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self)
    }

    private func faults() throws -> [String] {
        let found = try page.browser.command("execute/sync", ["script": .string(check), "args": []])
        return found.elements?.compactMap(\.text) ?? ["the check has no result"]
    }

    private func expectNoFault(in place: String) throws {
        for colors in ["light", "dark"] {
            let feature: JSON = ["name": "prefers-color-scheme", "value": .string(colors)]
            let params: JSON = ["features": [feature]]
            try page.browser.command(
                "goog/cdp/execute",
                ["cmd": "Emulation.setEmulatedMedia", "params": params]
            )
            try page.wait(for: "matchMedia('(prefers-color-scheme: \(colors))').matches")
            let found = try faults()
            #expect(found == [], "\(place), \(colors)")
        }
    }

    @Test(arguments: [
        ("chart", "canvas, .empty"), ("history", ".commit .name"), ("flags", ".row .name"), ("layers", "li, .row"),
        ("worlds", "button"), ("stew", "[role=slider]"), ("terminal", "[role=log]"),
    ])
    func `a view has names, roles, contrast and an order of the focus`(view: String, selector: String) throws {
        try page.show(view, with: selector)
        try expectNoFault(in: view)
    }

    @Test func `jobs have no fault`() throws {
        for state in ["none", "running"] {
            let values = #""values":{"ui.radius":4},"points":[3,1,2],"before":3,"best":1"#
            let job = #"{"kind":"optimize","title":"ui.radius \#(state)","state":"\#(state)","total":4,\#(values)}"#
            try page.daemon.value("jobs.report", job)
        }
        try page.wait(for: "document.querySelectorAll('#jobs svg').length === 2")
        try expectNoFault(in: "jobs")
    }

    @Test func `the sources of layers have no fault`() throws {
        let program = try ReportingProgram(page.daemon)
        try program.report(
            sources: ReportingProgram.source("team", #""state":"fetching","error":"no route","failed":1,"failures":1"#),
            ReportingProgram.source("absent", #""state":"waiting","error":"not JSON","rejected":1"#)
        )
        try page.show("layers", with: ".source")
        try page.wait(for: "document.querySelectorAll('.source').length === 2")
        try expectNoFault(in: "the sources")
        // The name of each button contains the layer.
        let names = "[...document.querySelectorAll('.source button')].map((button) => button.ariaLabel)"
        #expect(
            try page.browser.value(of: names) == [
                "Fetch now: team", "Reset last known good: team", "Fetch now: absent", "Reset last known good: absent",
            ]
        )
        try page.click("document.querySelectorAll('.source button')[1]")
        try page.wait(for: "document.querySelector('dialog[open]')")
        try expectNoFault(in: "the question")
    }

    @Test func `a pending try has no fault`() throws {
        try page.daemon.value("tunables.try", #"{"values":{"ui.radius":9},"for":3600}"#)
        try page.wait(for: "document.querySelector('#tries form')")
        try expectNoFault(in: "a try")
    }

    @Test func `the values, the details of a key and the help have no fault`() throws {
        try expectNoFault(in: "values")
        let refused = #"[{"key":"ui.radius","reason":"the corner is too round"}]"#
        let subscription = try page.daemon.value("tunables.subscribe", #"{"keys":["ui.radius"],"ack":true}"#)
        let revision = try #require(subscription["revision"]).written()
        try page.daemon.value("tunables.applied", #"{"revision":\#(revision),"refused":\#(refused)}"#)
        for key in ["ui.radius", "ui.tags", "game.wind"] {
            try page.click(page.element(".name", of: key))
            try page.wait(for: "document.querySelector('#details h2')?.textContent === '\(key)'")
            let report = key == "ui.radius" ? "[data-state=refused]" : "section p:not(:empty)"
            try page.wait(for: "document.querySelector('#details \(report)')")
            try expectNoFault(in: "the details of \(key)")
        }
        try page.browser.press("?")
        try page.wait(for: "document.querySelector('#help')?.open")
        try expectNoFault(in: "the help")
    }

    @Test func `the details of a flag have no fault`() throws {
        try page.show("flags", with: ".row .name")
        try page.wait(for: page.element(".name", of: "banner"))
        try page.click(page.element(".name", of: "banner"))
        try page.wait(for: "document.querySelector('#view textarea')")
        try expectNoFault(in: "the details of a flag")
    }

    @Test func `the check finds faults`() throws {
        _ = try page.browser.run(
            """
            document.body.insertAdjacentHTML('beforeend',
                '<button id="search"></button><p id="faint">text</p><a role="tab" href="#a">tab</a>');
            document.querySelector('#faint').style.color = 'rgb(128 128 128 / 50%)';
            done(null);
            """,
            []
        )
        let found = try faults().joined(separator: "\n")
        for part in ["has no name", "has the contrast", "no aria-selected", "outside of", "is used twice"] {
            #expect(found.contains(part), "\(found)")
        }
    }
}
