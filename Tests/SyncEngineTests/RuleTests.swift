import JSONCore
import SyncEngine
import Testing

/// Tests of the rules that decide whether a source is in use.
struct RuleTests {
    private static let onFlag = #"{"var":"flags.ui.beta"}"#
    private static let inEurope = #"{"==":[{"var":"labels.zone"},"eu"]}"#

    private static func configuration(
        _ rule: String?,
        zone: String = "eu",
        members: String = ""
    ) throws -> SyncConfiguration {
        let text = """
            {"sources":[{"layer":"team","url":"https://config.example/team.json"\(members)
              \(rule.map { ",\"when\":\($0)" } ?? "")}],
             "labels":{"zone":"\(zone)"},"activate":["team"]}
            """
        return try SyncConfiguration(text.utf8.span)
    }

    /// Returns an engine whose layer is active, because the flag is true.
    private static func active(members: String = "") throws -> PlayedEngine {
        var played = PlayedEngine(try configuration(onFlag, members: members))
        played.receiveFlags(["ui.beta": true])
        played.connect()
        played.finish(#"{"values":{"a":1}}"#)
        played.finishPut(.accepted(changed: true))
        #expect(played.activated == ["team"])
        return played
    }

    @Test func `a rule that is true changes nothing`() throws {
        var played = PlayedEngine(try RuleTests.configuration(RuleTests.inEurope))
        #expect(played.fetched == ["team"])
        #expect(played.reports == [])
        played.connect()
        played.finish(#"{"values":{"a":1}}"#)
        played.finishPut(.accepted(changed: true))
        #expect(played.activated == ["team"])
    }

    @Test func `a source that is not in use is not reset`() throws {
        var played = try RuleTests.active()
        played.receiveFlags(["ui.beta": false])
        played.reset()
        #expect(played.removed.isEmpty)
        #expect(!played.engine.lastKnownGood.isEmpty)
    }

    @Test func `a source whose rule is false is not fetched`() throws {
        var played = PlayedEngine(try RuleTests.configuration(RuleTests.inEurope, zone: "us"))
        #expect(played.fetched == [])
        #expect(played.reports == ["team is not in use: its rule is false"])
        #expect(played.wait == nil, "nothing is due")
        _ = played.fetchNow("team")
        played.advance(by: .seconds(63))
        #expect(played.fetched == [])
    }

    @Test(
        arguments: [(true, true), (0, false), ("", false), ("off", true), (.null, false), (.array([]), false)]
            as [(JSON, Bool)]
    )
    func `the value of a flag counts as JsonLogic says`(_ value: JSON, _ isFetched: Bool) throws {
        var played = PlayedEngine(try RuleTests.configuration(RuleTests.onFlag))
        played.receiveFlags(["ui.beta": value])
        #expect(played.fetched == (isFetched ? ["team"] : []))
    }

    @Test func `labels can be numbers and booleans`() throws {
        let text = #"""
            {"sources":[{"layer":"a","url":"http://h/","when":{"and":[{">":[{"var":"labels.cores"},4]},{"var":"labels.edge"}]}}],
             "labels":{"cores":8,"edge":true}}
            """#
        #expect(PlayedEngine(try SyncConfiguration(text.utf8.span)).fetched == ["a"])
    }

    @Test func `a layer is deactivated when the rule becomes false, and its content stays`() throws {
        var played = try RuleTests.active()
        played.receiveFlags(["ui.beta": false])
        #expect(played.deactivated == ["team"])
        #expect(played.reports == ["team is not in use: its rule is false"])
        #expect(played.engine.statuses.first?.ruleResult == false)
        played.receiveFlags(["ui.beta": 0])
        #expect(played.actions == [], "the daemon has not responded yet")
        played.finishDeactivation()
        #expect(played.reports == ["team is inactive"])
        #expect(played.actions.contains(.remember))
        #expect(played.engine.lastKnownGood.count == 1)
        #expect(played.wait == nil)
    }

    @Test func `a layer is activated and fetched when the rule is true again`() throws {
        var played = try RuleTests.active()
        played.receiveFlags(["ui.beta": false])
        played.finishDeactivation()
        played.advance(by: .seconds(1))
        played.receiveFlags(["ui.beta": true])
        #expect(played.reports == ["team is in use: its rule is true"])
        #expect(played.activated == ["team"])
        #expect(played.fetched == ["team"], "the interval does not count")
    }

    @Test(arguments: [nil, "the connection was lost"])
    func `a rule that is true again during the deactivation activates after it`(_ fault: String?) throws {
        var played = try RuleTests.active()
        played.receiveFlags(["ui.beta": false])
        played.receiveFlags(["ui.beta": true])
        #expect(played.activated == [])
        played.finishDeactivation(fault)
        #expect(played.activated == ["team"])
    }

    @Test func `a deactivation that failed is repeated and reported once`() throws {
        var played = try RuleTests.active()
        played.receiveFlags(["ui.beta": false])
        played.finishDeactivation("the disk is full")
        #expect(played.reports == ["team could not be deactivated: the disk is full"])
        #expect(played.wait == .seconds(2))
        played.advance(by: .seconds(2))
        #expect(played.deactivated == ["team"])
        played.finishDeactivation("the disk is full")
        #expect(played.reports == [])
        played.disconnect()
        #expect(played.wait == nil)
        played.connect(layers: ["team"])
        #expect(played.deactivated == ["team"])
    }

    @Test func `a layer that a person activated stays active`() throws {
        var configuration = try RuleTests.configuration(RuleTests.onFlag)
        configuration.activate = []
        var played = PlayedEngine(configuration)
        played.receiveFlags(["ui.beta": true])
        played.connect()
        played.finish(#"{"values":{"a":1}}"#)
        played.finishPut(.accepted(changed: true))
        played.receiveFlags(["ui.beta": false])
        #expect(played.deactivated == [])
    }

    @Test func `the least interval and a wait count when the rule is true again`() throws {
        var played = try RuleTests.active(members: #","minInterval":600"#)
        played.receiveFlags(["ui.beta": false])
        played.advance(by: .seconds(100))
        played.receiveFlags(["ui.beta": true])
        #expect(played.fetched == [])
        #expect(played.wait == .seconds(500))
        played = try RuleTests.active()
        played.advance(by: .seconds(63))
        played.finish(.failed(.status(503, retryAfter: .seconds(600))))
        played.receiveFlags(["ui.beta": false])
        played.advance(by: .seconds(100))
        played.receiveFlags(["ui.beta": true])
        #expect(played.wait == .seconds(500))
    }

    @Test func `a source waits until its flags are known`() throws {
        let rule = #"{"or":[{"var":"flags.a"},{"var":"flags.b"},{"var":"flags.a"}]}"#
        var played = PlayedEngine(try RuleTests.configuration(rule))
        #expect(played.engine.flagKeys == ["a", "b"])
        #expect(played.fetched == [])
        #expect(played.reports == [])
        played.receiveFlags(["a": true])
        #expect(played.fetched == [])
        played.receiveFlags(["b": .null])
        #expect(played.fetched == ["team"])
        #expect(played.reports == [])
    }

    @Test(arguments: [true, false]) func `the last result counts while the flags are not known`(_ result: Bool) throws {
        var played = try RuleTests.active()
        if !result {
            played.receiveFlags(["ui.beta": false])
            played.finishDeactivation()
        }
        let (kept, statuses) = (played.engine.lastKnownGood, played.engine.statuses)
        let configuration = try RuleTests.configuration(RuleTests.onFlag)
        var restarted = PlayedEngine(configuration, kept: kept, statuses: statuses)
        #expect(restarted.fetched == (result ? ["team"] : []))
        restarted.receiveFlags(["ui.beta": .boolean(!result)])
        restarted.connect(layers: ["team"])
        #expect(restarted.activated == (result ? [] : ["team"]))
        #expect(restarted.deactivated == (result ? ["team"] : []))
    }

    @Test func `a layer is activated again after a crash during its deactivation`() throws {
        var played = try RuleTests.active()
        played.receiveFlags(["ui.beta": false])
        #expect(played.deactivated == ["team"])
        let (kept, statuses) = (played.engine.lastKnownGood, played.engine.statuses)
        var restarted = PlayedEngine(try RuleTests.configuration(RuleTests.onFlag), kept: kept, statuses: statuses)
        restarted.receiveFlags(["ui.beta": true])
        restarted.connect(layers: ["team"])
        #expect(restarted.activated == ["team"], "the daemon can have deactivated it")
    }

    @Test func `another daemon has nothing to deactivate`() throws {
        var played = try RuleTests.active()
        played.disconnect()
        played.receiveFlags(["ui.beta": false])
        #expect(played.deactivated == [], "there is no daemon")
        played.connect(epoch: "other", layers: ["team"])
        #expect(played.deactivated == [])
        played.receiveFlags(["ui.beta": true])
        #expect(played.activated == ["team"])
    }

    @Test func `a new rule and new labels count at once`() throws {
        var played = try RuleTests.active()
        played.configure(try RuleTests.configuration(RuleTests.inEurope, zone: "us"))
        #expect(played.deactivated == ["team"])
        #expect(played.fetched == [])
        played.finishDeactivation()
        played.configure(try RuleTests.configuration(nil))
        #expect(played.activated == ["team"])
        #expect(played.fetched == ["team"])
        #expect(played.engine.statuses.first?.ruleResult == nil)
    }

    @Test func `new labels can give a flag another value, which counts when it is known`() throws {
        var played = PlayedEngine(try RuleTests.configuration(RuleTests.onFlag, zone: "us"))
        played.receiveFlags(["ui.beta": false])
        played.connect()
        let both = #"{"and":[{"var":"labels.zone"},{"!":{"var":"flags.ui.beta"}}]}"#
        played.configure(try RuleTests.configuration(both, zone: "eu"))
        #expect(played.fetched == [], "the value is that of the old labels")
        played.receiveFlags(["ui.beta": false])
        #expect(played.fetched == ["team"])
    }

    @Test func `a flag that no rule reads is forgotten`() throws {
        var played = PlayedEngine(try RuleTests.configuration(RuleTests.onFlag))
        played.receiveFlags(["ui.beta": false])
        played.configure(try RuleTests.configuration("false"))
        played.configure(try RuleTests.configuration(#"{"!":{"var":"flags.ui.beta"}}"#))
        #expect(played.fetched == [], "the value can be another one now")
    }

    @Test func `a rule that takes too many steps is false`() throws {
        let list = "[\((0..<400).map(String.init).joined(separator: ","))]"
        let inner = "{\"map\":[\(list),{\"+\":[{\"var\":\"\"},1]}]}"
        let played = PlayedEngine(try RuleTests.configuration("{\"map\":[\(list),\(inner)]}"))
        #expect(played.fetched == [])
        #expect(played.reports == ["team is not in use: its rule is false"])
    }
}
