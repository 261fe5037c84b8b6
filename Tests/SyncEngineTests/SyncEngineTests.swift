import JSONCore
import LayerPayloads
import SyncEngine
import Testing

struct SyncEngineTests {
    private static let content = #"{"values":{"a":1}}"#

    /// Returns an engine whose content the daemon has accepted.
    private static func settled(_ change: (inout SyncSource) -> Void = { _ in }) -> PlayedEngine {
        var played = PlayedEngine(PlayedEngine.configuration(change))
        played.connect()
        played.finish(content, tag: "\"1\"")
        played.finishPut(.accepted(changed: true))
        return played
    }

    @Test func `content is fetched, put, kept and activated`() throws {
        var played = PlayedEngine(PlayedEngine.configuration())
        #expect(played.fetched == ["team"])
        played.connect()
        #expect(played.put == [])
        played.finish(SyncEngineTests.content, tag: "\"1\"")
        #expect(played.put.count == 1)
        #expect(played.kept == [], "the daemon has not accepted it yet")
        played.finishPut(.accepted(changed: true))
        #expect(played.kept.first?.validators == Validators(entityTag: "\"1\""))
        #expect(played.activated == ["team"])
        #expect(played.reports == ["team has new content"])
        let wait = try #require(played.wait)
        #expect((.seconds(57)...(.seconds(63))).contains(wait), "the interval with its jitter, got \(wait)")
    }

    @Test func `the next fetch asks for a change`() {
        var played = SyncEngineTests.settled()
        played.advance(by: .seconds(63))
        guard case .fetch(_, let validators)? = played.actions.first else {
            Issue.record("nothing was fetched")
            return
        }
        #expect(validators == Validators(entityTag: "\"1\""))
        played.finish(.notModified)
        #expect(played.put.count == 1, "so that the daemon counts the age from now on")
        played.finishPut(.accepted(changed: false))
        #expect(played.reports == [])
        #expect(played.activated == [], "a person may have deactivated it")
        #expect(played.engine.statuses.first?.unchanged == 1)
    }

    @Test func `content waits for the daemon`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.finish(SyncEngineTests.content)
        #expect(played.put == [])
        played.connect()
        #expect(played.put.count == 1)
        played.disconnect()
        played.connect()
        #expect(played.put.count == 1, "the response was lost with the connection")
    }

    @Test func `a last known good layer is put only if the daemon lost it`() {
        var played = SyncEngineTests.settled()
        played.disconnect()
        played.connect(layers: ["team"])
        #expect(played.put == [], "it would look younger than it is")
        #expect(played.activated == [])
        played.disconnect()
        played.connect(epoch: "other")
        #expect(played.put.count == 1)
        played.finishPut(.accepted(changed: true))
        #expect(played.activated == ["team"], "the new state has no active layers")
    }

    @Test func `a stored layer serves without a network`() throws {
        let kept = try #require(SyncEngineTests.settled().engine.lastKnownGood.first)
        var played = PlayedEngine(PlayedEngine.configuration(), kept: [kept])
        played.connect()
        #expect(played.put == [kept.payload])
        played.finish(.failed(.network("no route")))
        #expect(played.reports == ["team could not be fetched: no route"])
        #expect(played.put == [])
    }

    @Test func `a bad payload changes nothing`() {
        var played = SyncEngineTests.settled()
        played.advance(by: .seconds(63))
        played.finish("{")
        #expect(played.put == [])
        #expect(played.reports.first?.contains("has a payload that is not usable: the payload is not JSON") == true)
        #expect(played.reports.first?.hasSuffix("; the last known good content stays") == true)
        #expect(played.engine.statuses.first?.rejected == 1)
        played.advance(by: .seconds(63))
        played.finish("{")
        #expect(played.reports == [], "the same fault is reported once")
        #expect(played.engine.statuses.first?.rejected == 2)
        played.advance(by: .seconds(63))
        guard case .fetch(_, let validators)? = played.actions.first else {
            Issue.record("nothing was fetched")
            return
        }
        #expect(validators == Validators(entityTag: "\"1\""), "of the good content, not of the bad one")
    }

    @Test func `content that arrives during a put is put after it`() {
        var played = SyncEngineTests.settled()
        played.advance(by: .seconds(63))
        played.finish(#"{"values":{"a":2}}"#)
        #expect(played.put.count == 1)
        played.advance(by: .seconds(63))
        played.finish(#"{"values":{"a":3}}"#)
        #expect(played.put == [], "one put at a time")
        played.finishPut(.accepted(changed: true))
        #expect(played.kept.map(\.payload.members["values"]) == [["a": 2]], "the daemon has accepted this one")
        #expect(played.put.map(\.members["values"]) == [["a": 3]])
        played.finishPut(.refused("a is wrong"))
        #expect(played.engine.lastKnownGood.first?.payload.members["values"] == ["a": 2])
    }

    @Test func `a refusal of the daemon keeps the good content`() {
        var played = SyncEngineTests.settled()
        played.advance(by: .seconds(63))
        played.finish(#"{"values":{"a":"x"}}"#, tag: "\"2\"")
        played.finishPut(.refused("a must be a number"))
        #expect(played.kept == [])
        #expect(played.reports.first?.contains("a must be a number") == true)
        played.disconnect()
        played.connect(epoch: "other")
        #expect(played.put.first?.members["values"] == ["a": 1])
    }

    @Test func `a daemon with a full disk is asked again`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(SyncEngineTests.content)
        played.finishPut(.postponed("the disk is full"))
        #expect(played.engine.statuses.first?.rejected == 0)
        #expect(played.wait == .seconds(2))
        played.advance(by: .seconds(2))
        #expect(played.put.count == 1)
    }

    @Test func `failures double the wait`() throws {
        var played = PlayedEngine(PlayedEngine.configuration { $0.interval = .seconds(1_000) })
        var waits: [Double] = []
        for _ in 0..<12 {
            played.finish(.failed(.network("down")))
            let wait = try #require(played.wait)
            waits.append(wait / .seconds(1))
            played.advance(by: wait)
            #expect(played.fetched == ["team"])
        }
        for (failures, wait) in waits.enumerated() {
            let usual = min(2 * Double(1 << failures), 1_000)
            #expect((usual * 0.5...usual * 1.5).contains(wait), "after \(failures + 1) failures: \(wait)")
        }
        #expect(Set(waits).count == waits.count, "machines must not fetch at the same time")
        played.finish(SyncEngineTests.content)
        #expect(played.engine.statuses.first?.failures == 0)
    }

    @Test func `an origin can ask for a longer wait`() throws {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.finish(.failed(.status(429, retryAfter: .seconds(7_200))))
        #expect(played.wait == .seconds(7_200))
        played = PlayedEngine(PlayedEngine.configuration())
        played.finish(.failed(.status(503, retryAfter: .seconds(1_000_000))))
        #expect(played.wait == .seconds(86_400), "but not for ever")
    }

    @Test func `a wait survives a restart`() throws {
        var played = SyncEngineTests.settled()
        let kept = try #require(played.engine.lastKnownGood.first)
        played.advance(by: .seconds(63))
        played.finish(.failed(.status(429, retryAfter: .seconds(600))))
        let statuses = played.engine.statuses
        let later = played.wall + .seconds(100)
        let restarted = PlayedEngine(PlayedEngine.configuration(), kept: [kept], statuses: statuses, wall: later)
        #expect(restarted.fetched == [])
        #expect(restarted.wait == .seconds(500))
    }

    @Test func `a wait survives a restart without any content`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.finish(.failed(.status(503, retryAfter: .seconds(600))))
        let statuses = played.engine.statuses
        let restarted = PlayedEngine(
            PlayedEngine.configuration(),
            statuses: statuses,
            wall: played.wall + .seconds(100)
        )
        #expect(restarted.wait == .seconds(500))
        let other = PlayedEngine(PlayedEngine.configuration { $0.url = "https://other.example/" }, statuses: statuses)
        #expect(other.fetched == ["team"], "the origin that asked for the wait is another one")
    }

    @Test func `a decision of a person survives a restart`() throws {
        let settled = SyncEngineTests.settled()
        #expect(settled.activated == ["team"])
        let kept = settled.engine.lastKnownGood
        var restarted = PlayedEngine(PlayedEngine.configuration(), kept: kept, statuses: settled.engine.statuses)
        restarted.connect(layers: ["team"])
        #expect(restarted.activated == [])
        restarted.disconnect()
        restarted.connect(epoch: "other", layers: ["team"])
        #expect(restarted.activated == ["team"])
        var unnamed = PlayedEngine.configuration()
        unnamed.activate = []
        restarted.configure(unnamed)
        restarted.configure(PlayedEngine.configuration())
        #expect(restarted.activated == ["team"], "it is named again")
    }

    @Test func `a fault of the daemon that lasts is reported once`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(SyncEngineTests.content)
        played.finishPut(.postponed("the disk is full"))
        #expect(played.reports.count == 1)
        played.advance(by: .seconds(2))
        played.finishPut(.postponed("the disk is full"))
        #expect(played.reports == [])
    }

    @Test(arguments: [-1_000_000_000, 1_000_000_000]) func `a clock that was wrong delays a day at most`(
        _ jump: Int
    ) throws {
        var played = SyncEngineTests.settled()
        let kept = try #require(played.engine.lastKnownGood.first)
        played.advance(by: .seconds(63))
        played.finish(.failed(.network("down")))
        let wall = played.wall + .seconds(jump)
        let restarted = PlayedEngine(
            PlayedEngine.configuration(),
            kept: [kept],
            statuses: played.engine.statuses,
            wall: wall
        )
        #expect(restarted.fetched == ["team"] || restarted.wait ?? .zero <= .seconds(86_400))
    }

    @Test func `the least interval counts across restarts`() throws {
        let configuration = PlayedEngine.configuration { $0.minInterval = .seconds(86_400) }
        var played = PlayedEngine(configuration)
        played.connect()
        played.finish(SyncEngineTests.content)
        played.finishPut(.accepted(changed: true))
        #expect(played.wait == .seconds(86_400))
        let kept = try #require(played.engine.lastKnownGood.first)
        let later = played.wall + .seconds(3_600)
        let restarted = PlayedEngine(configuration, kept: [kept], statuses: played.engine.statuses, wall: later)
        #expect(restarted.fetched == [])
        #expect(restarted.wait == .seconds(82_800))
    }

    @Test func `a person can fetch now`() {
        var played = SyncEngineTests.settled()
        let isOtherFound = played.fetchNow("other")
        let isFound = played.fetchNow("team")
        #expect(!isOtherFound)
        #expect(isFound)
        #expect(played.wait == .seconds(1), "a second after the last fetch")
        played.advance(by: .seconds(1))
        #expect(played.fetched == ["team"])
    }

    @Test func `at most eight sources are fetched at the same time`() {
        var configuration = SyncConfiguration()
        configuration.sources = (0..<20).map { SyncSource(layer: "l\($0)", url: "http://h/\($0)") }
        var played = PlayedEngine(configuration)
        #expect(played.fetched == (0..<8).map { "l\($0)" })
        #expect(played.wait == nil, "nothing is due before a fetch has ended")
        played.finish(.failed(.network("down")), of: "l3")
        #expect(played.wait == .zero)
        played.advance(by: .zero)
        #expect(played.fetched == ["l8"])
        played.finish(#"{"values":{}}"#, of: "l0")
        played.finish(#"{"values":{}}"#, of: "l8")
        // Now `l3` is due again, but the others wait longer.
        played.advance(by: .seconds(3))
        #expect(played.fetched == ["l9", "l10"])
    }

    @Test func `another URL keeps the content but not its tag`() {
        var played = SyncEngineTests.settled()
        played.configure(PlayedEngine.configuration { $0.url = "https://config.example/other.json" })
        guard case .fetch(let source, let validators)? = played.actions.last else {
            Issue.record("nothing was fetched")
            return
        }
        #expect(source.address.hasSuffix("other.json"))
        #expect(validators == Validators())
        played.disconnect()
        played.connect(epoch: "other")
        #expect(played.put.count == 1)
    }

    @Test func `the same configuration fetches nothing`() {
        var played = SyncEngineTests.settled()
        played.configure(PlayedEngine.configuration())
        #expect(played.actions == [])
    }

    @Test func `the configuration gives a time to live`() {
        var played = PlayedEngine(PlayedEngine.configuration { $0.ttl = 60 })
        played.connect()
        played.finish(SyncEngineTests.content)
        #expect(played.put.first?.members["ttl"] == 60)
        played.finishPut(.accepted(changed: true))
        played.advance(by: .seconds(63))
        played.finish(#"{"values":{},"ttl":5}"#)
        #expect(played.put.first?.members["ttl"] == 5)
    }

    @Test(
        arguments: [
            ([], "b", ["b"]), (["c"], "b", ["b", "c"]), (["a"], "b", ["a", "b"]), (["a", "c"], "b", ["a", "b", "c"]),
            (["mine", "c"], "a", ["mine", "a", "c"]), (["a", "mine"], "c", ["a", "mine", "c"]), (["b"], "b", ["b"]),
            (["mine"], "other", ["mine"]),
        ] as [([String], String, [String])]
    ) func `a layer gets its place`(_ active: [String], _ layer: String, _ expected: [String]) {
        var configuration = SyncConfiguration()
        configuration.sources = ["a", "b", "c"].map { SyncSource(layer: $0, url: "http://h/\($0)") }
        configuration.activate = ["a", "b", "c"]
        let played = PlayedEngine(configuration)
        #expect(played.engine.order(of: active, adding: layer) == expected)
    }
}
