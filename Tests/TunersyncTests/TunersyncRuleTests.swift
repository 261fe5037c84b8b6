import BlockingTests
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// Sources with rules, between a real nginx and a real tunerd.
@Suite(.blocking, .enabled(if: Origin.isInstalled || Demands.areStrict, "missing here: nginx"))
struct TunersyncRuleTests {
    /// Returns a configuration with a source `team` without a rule and a source `beta` with one.
    private static func configuration(_ origin: Origin, _ rule: String, zone: String = "eu") -> String {
        """
        {"sources":[{"layer":"beta","url":"\(origin.url("/beta.json"))","when":\(rule)},
         {"layer":"team","url":"\(origin.url("/team.json"))"}],
         "labels":{"zone":"\(zone)"},"activate":["beta","team"]}
        """
    }

    private static func origin() throws -> Origin {
        let origin = try Origin()
        try origin.serve(#"{"values":{"ui.scale":2}}"#, as: "beta.json")
        try origin.serve(#"{"values":{"ui.scale":1}}"#)
        return origin
    }

    private static func tunerctl(_ machine: SyncedDaemon, _ words: String...) throws {
        let result = try Program(BuiltProduct.path("tunerctl"), ["--socket", machine.socket] + words).wait()
        #expect(result.code == 0, "\(result.errors)")
    }

    @Test func `a label decides`() throws {
        let origin = try TunersyncRuleTests.origin()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let rule = #"{"==":[{"var":"labels.zone"},"us"]}"#
        try machine.startSync(TunersyncRuleTests.configuration(origin, rule))
        try machine.waitForText("the layer beta is not in use: its rule is false")
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(!origin.requests.contains { $0.contains("beta") })
        try machine.configure(TunersyncRuleTests.configuration(origin, rule, zone: "us"))
        #expect(try machine.waitFor("ui.scale", 2))
        try machine.configure(TunersyncRuleTests.configuration(origin, rule))
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(try machine.layer("beta")?["values"] == 1, "its content stays")
    }

    @Test func `a flag decides, as soon as it changes, and after a restart`() throws {
        let origin = try TunersyncRuleTests.origin()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try TunersyncRuleTests.tunerctl(machine, "flag", "create", "sync.beta", "--bool")
        try machine.startSync(TunersyncRuleTests.configuration(origin, #"{"var":"flags.sync.beta"}"#))
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(!origin.requests.contains { $0.contains("beta") })
        try TunersyncRuleTests.tunerctl(machine, "flag", "on", "sync.beta")
        #expect(try machine.waitFor("ui.scale", 2))
        try machine.waitForText("the layer beta is active")
        try TunersyncRuleTests.tunerctl(machine, "flag", "off", "sync.beta")
        #expect(try machine.waitFor("ui.scale", 1))
        try machine.waitForText("the layer beta is inactive")
        try machine.killSync()
        try machine.killDaemon()
        let before = origin.requests.count
        try machine.startSync()
        // The second fetch of `team`: the first one could come before one of `beta`.
        #expect(try eventually { origin.requests.count == before + 1 })
        try machine.fetchNow()
        #expect(try eventually { origin.requests.count >= before + 2 })
        #expect(!origin.requests.dropFirst(before).contains { $0.contains("beta") }, "the last result counts")
        try machine.startDaemon()
        #expect(try machine.value("ui.scale") == 1)
        try TunersyncRuleTests.tunerctl(machine, "flag", "on", "sync.beta")
        #expect(try machine.waitFor("ui.scale", 2))
    }

    @Test func `the labels are the context of the flags`() throws {
        let origin = try TunersyncRuleTests.origin()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        _ = try machine.call(
            "flags.define",
            try JSON.parse(
                #"""
                {"flags":{"sync.beta":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off",
                 "targeting":{"if":[{"==":[{"var":"zone"},"us"]},"on","off"]}}}}
                """#
            )
        )
        try machine.startSync(TunersyncRuleTests.configuration(origin, #"{"var":"flags.sync.beta"}"#))
        try machine.waitForText("the layer beta is not in use: its rule is false")
        try machine.configure(
            TunersyncRuleTests.configuration(origin, #"{"var":"flags.sync.beta"}"#, zone: "us")
        )
        #expect(try machine.waitFor("ui.scale", 2))
    }
}
