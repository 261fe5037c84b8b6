import JSONCore
import LayerPayloads
import SyncEngine
import Testing

/// What one machine does with a content that a rollout brings.
struct RolloutTrialTests {
    private static let old = #"{"values":{"a":1}}"#
    private static let plan =
        #""rollout":{"id":"r","bake":60,"stages":[{"over":0}],"check":{"command":"ok","every":5,"failures":2}}"#
    private static let new = #"{"values":{"a":2},"version":"8",\#(plan)}"#

    /// Returns an engine that has the old content.
    private static func settled(_ text: String = old) -> PlayedEngine {
        var played = PlayedEngine(PlayedEngine.fleet())
        played.connect()
        played.finish(text)
        played.finishPut(.accepted(changed: true))
        return played
    }

    /// Returns an engine that tries the new content, and the ID of the trial.
    private static func trying() throws -> (PlayedEngine, TrialID) {
        var played = settled()
        played.finishFetch(new)
        let id = try #require(played.trial)
        played.finishCount(id, FleetCounts())
        played.finishAnnouncement(id, true)
        played.finishTrialPut(id, .accepted(changed: true))
        return (played, id)
    }

    @Test func `a content that passes its checks is kept`() throws {
        var played = RolloutTrialTests.settled()
        played.finishFetch(RolloutTrialTests.new)
        let id = try #require(played.trial)
        #expect(played.calls == [.count(rollout: "r", before: nil)])
        #expect(played.put == [], "the new content must not be put for good")
        played.finishCount(id, FleetCounts())
        #expect(played.states == [.trying])
        guard case .announce(let report)? = played.calls.first else {
            Issue.record("nothing was announced: \(played.actions)")
            return
        }
        #expect((report.layer, report.rollout, report.stage, report.version) == ("team", "r", 1, "8"))
        played.finishAnnouncement(id, true)
        guard case .put(_, let payload, let seconds)? = played.calls.first else {
            Issue.record("nothing was put: \(played.actions)")
            return
        }
        #expect(payload.members["rollout"] == nil)
        #expect(
            seconds == 60 + 3 * 15 + 20,
            "the bake time, the checks that can be needed at its end, and some time to decide"
        )
        played.finishTrialPut(id, .accepted(changed: true))
        #expect(played.calls.count == 1, "a check")
        while played.calls.contains(where: { if case .check = $0 { true } else { false } }) {
            played.finishCheck(id, .passed)
            played.advance(by: .seconds(5))
        }
        #expect(played.calls == [.keep])
        #expect(played.kept == [], "the daemon has not kept it yet")
        played.finishEnding(id, .done(hadEnd: true))
        #expect(played.states == [.applied])
        #expect(played.kept.map(\.payload.members) == [["values": ["a": 2], "version": "8"]])
    }

    @Test func `a content that fails its checks is reverted for good`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        played.finishCheck(id, .failed("502"))
        #expect(played.calls == [])
        played.advance(by: .seconds(5))
        played.finishCheck(id, .failed("503"))
        #expect(played.calls == [.revert])
        played.finishEnding(id, .done(hadEnd: true))
        #expect(played.states == [.reverted])
        #expect(played.records.first?.reason == "503")
        #expect(played.reports == ["team was reverted: 503"])
        played.finishFetch(RolloutTrialTests.new)
        #expect(played.calls == [], "the same content is not tried again")
        #expect(played.put == [])
    }

    @Test func `a check that passes again counts from the beginning`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        for outcome in [RolloutCheck.Outcome.failed("1"), .passed, .failed("2"), .passed] {
            played.finishCheck(id, outcome)
            played.advance(by: .seconds(5))
            #expect(!played.calls.contains(.revert))
        }
    }

    @Test func `a check without a result is neither a success nor a failure`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        var checks = 0
        while !played.calls.contains(.revert) {
            played.finishCheck(id, .noResult("it did not end in time"))
            played.advance(by: .seconds(5))
            checks += 1
            try #require(checks < 100)
        }
        #expect(checks == 21, "those of the bake time, and those that could be needed at its end")
        played.finishEnding(id, .done(hadEnd: true))
        #expect(played.states == [.failed])
        #expect(played.records.first?.reason == "the checks had no clear result: it did not end in time")
    }

    @Test func `without a check the bake time passes`() throws {
        var played = RolloutTrialTests.settled()
        played.finishFetch(#"{"values":{"a":2},"rollout":{"id":"r","bake":60,"stages":[{"over":0}]}}"#)
        let id = try #require(played.trial)
        played.finishCount(id, FleetCounts())
        played.finishAnnouncement(id, true)
        played.finishTrialPut(id, .accepted(changed: true))
        played.advance(by: .seconds(59))
        #expect(played.calls == [])
        played.advance(by: .seconds(1))
        #expect(played.calls == [.keep])
    }

    @Test func `a machine without reports of the fleet waits`() throws {
        var played = RolloutTrialTests.settled()
        played.finishFetch(RolloutTrialTests.new)
        let id = try #require(played.trial)
        played.finishCount(id, nil)
        #expect(played.reports == ["team waits in the rollout r: the reports of the fleet could not be read"])
        played.advance(by: .seconds(60))
        #expect(played.calls == [.count(rollout: "r", before: nil)])
        played.finishCount(id, FleetCounts())
        played.finishAnnouncement(id, false)
        #expect(played.states == [nil])
        #expect(!played.calls.contains { if case .put = $0 { true } else { false } })
    }

    @Test func `a rollout that is stopped continues after an approval`() throws {
        var played = RolloutTrialTests.settled()
        played.finishFetch(RolloutTrialTests.new)
        let id = try #require(played.trial)
        played.finishCount(id, FleetCounts(reverted: 1))
        played.advance(by: .seconds(3_600))
        #expect(played.calls == [])
        #expect(
            played.engine.observations.first?.rollout
                == "r, stage 1 of 1: 1 machine has reverted the layer, so no further machine takes it"
        )
        let approval = #""approved":{"stage":1,"time":"2023-11-14T22:13:20Z","forgiven":1}"#
        played.finishFetch(RolloutTrialTests.new.replacing(#""id":"r""#, with: #""id":"r",\#(approval)"#))
        #expect(played.calls == [.count(rollout: "r", before: nil)])
        played.finishCount(id, FleetCounts(reverted: 1))
        #expect(played.states == [.trying])
    }

    @Test func `a pause keeps a machine out, and does not end a trial`() throws {
        var played = RolloutTrialTests.settled()
        let paused = RolloutTrialTests.new.replacing(#""id":"r""#, with: #""id":"r","paused":"2023-11-14T22:13:20Z""#)
        played.finishFetch(paused)
        #expect(played.calls == [])
        played.advance(by: .seconds(3_600))
        #expect(played.calls == [])
        var (trying, id) = try RolloutTrialTests.trying()
        trying.finishFetch(paused)
        #expect(trying.calls == [])
        trying.finishCheck(id, .passed)
        trying.advance(by: .seconds(60))
        #expect(trying.calls == [.keep])
    }

    @Test(arguments: [true, false])
    func `an abort returns a machine to its content from before`(isApplied: Bool) throws {
        var (played, id) = try RolloutTrialTests.trying()
        if isApplied {
            played.finishCheck(id, .passed)
            played.advance(by: .seconds(60))
            played.finishEnding(id, .done(hadEnd: true))
        }
        played.finishFetch(
            RolloutTrialTests.new.replacing(#""id":"r""#, with: #""id":"r","aborted":"2023-11-14T22:13:20Z""#)
        )
        if isApplied {
            #expect(played.put.map(\.members) == [["values": ["a": 1]]])
            played.finishPut(.accepted(changed: true))
            #expect(played.kept.map(\.payload.members) == [["values": ["a": 1]]])
        } else {
            #expect(played.calls == [.revert])
            played.finishEnding(id, .done(hadEnd: true))
        }
        #expect(played.states == [.withdrawn])
    }

    @Test func `an abort removes a layer that the rollout has brought`() throws {
        var played = PlayedEngine(PlayedEngine.fleet())
        played.connect()
        played.finish(RolloutTrialTests.new)
        let id = try #require(played.trial)
        played.finishCount(id, FleetCounts())
        played.finishAnnouncement(id, true)
        played.finishTrialPut(id, .accepted(changed: true))
        #expect(played.activated == ["team"], "the content counts during the trial")
        played.finishCheck(id, .passed)
        played.advance(by: .seconds(60))
        played.finishEnding(id, .done(hadEnd: true))
        played.finishFetch(
            RolloutTrialTests.new.replacing(#""id":"r""#, with: #""id":"r","aborted":"2023-11-14T22:13:20Z""#)
        )
        #expect(played.removed == ["team"])
        #expect(played.states == [.withdrawn])
    }

    @Test func `a trial begins again after a restart, and is given up after three`() throws {
        var (played, _) = try RolloutTrialTests.trying()
        var record = try #require(RolloutTrialTests.record(of: played))
        let kept = played.engine.lastKnownGood
        for attempt in 2...4 {
            var restarted = PlayedEngine(PlayedEngine.fleet(), kept: kept, trials: [record], wall: played.wall)
            restarted.connect(layers: ["team"])
            restarted.finish(RolloutTrialTests.new)
            let id = try #require(restarted.trial)
            restarted.finishAnnouncement(id, true)
            if attempt < 4 {
                record = try #require(restarted.records.last)
                #expect(restarted.calls.count == 1)
                #expect(record.attempts == attempt)
            } else {
                #expect(restarted.calls == [.revert], "the daemon can still have the content from the last attempt")
                restarted.finishEnding(id, .done(hadEnd: true))
                record = try #require(restarted.records.last)
                #expect(record.state == .failed)
                #expect(record.reason == "the trial was interrupted 3 times")
            }
            played = restarted
        }
    }

    private static func record(of played: PlayedEngine) -> TrialRecord? { played.engine.trialRecord(of: "team") }

    @Test func `a trial begins again with another connection to the daemon`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        played.disconnect()
        played.finishCheck(id, .failed("late"))
        #expect(played.calls == [])
        played.connect(layers: ["team"])
        guard case .put? = played.calls.first else {
            Issue.record("nothing was put: \(played.actions)")
            return
        }
    }

    @Test func `content that is fetched again does not end the trial`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        played.finishFetch(RolloutTrialTests.new)
        #expect(played.put == [])
        #expect(played.calls == [])
        played.finishFetch(.notModified)
        #expect(played.put == [])
        played.finishCheck(id, .failed("1"))
        played.advance(by: .seconds(5))
        played.finishCheck(id, .failed("2"))
        #expect(played.calls == [.revert])
    }

    @Test func `newer content ends a trial`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        played.finishFetch(RolloutTrialTests.new.replacing(#""id":"r""#, with: #""id":"s""#))
        #expect(played.calls.contains(.revert))
        #expect(played.calls.contains(.count(rollout: "s", before: nil)))
        played.finishCheck(id, .failed("of the earlier trial"))
        #expect(played.actions == [])
        played.finishFetch(#"{"values":{"a":3}}"#)
        #expect(played.put.map(\.members) == [["values": ["a": 3]]], "without a rollout")
    }

    @Test func `somebody who changes the layer during the trial has the last word`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        played.finishCheck(id, .passed)
        played.advance(by: .seconds(60))
        played.finishEnding(id, .done(hadEnd: false))
        #expect(played.states == [.failed])
        #expect(played.kept == [])
    }

    @Test func `a content that the daemon refuses is not a revert`() throws {
        var played = RolloutTrialTests.settled()
        played.finishFetch(RolloutTrialTests.new)
        let id = try #require(played.trial)
        played.finishCount(id, FleetCounts())
        played.finishAnnouncement(id, true)
        played.finishTrialPut(id, .refused("a is no number"))
        #expect(played.states == [.failed])
        #expect(played.records.first?.reason == "a is no number")
    }

    @Test func `a rollout needs a fleet`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(RolloutTrialTests.new)
        #expect(
            played.reports == [
                "team has a payload that is not usable: the layer has a rollout, but the configuration of this machine has no fleet"
            ]
        )
    }

    @Test func `an abort after a restart ends what the daemon may still have`() throws {
        let (played, _) = try RolloutTrialTests.trying()
        let record = try #require(RolloutTrialTests.record(of: played))
        var restarted = PlayedEngine(
            PlayedEngine.fleet(),
            kept: played.engine.lastKnownGood,
            trials: [record],
            wall: played.wall
        )
        restarted.connect(layers: ["team"])
        restarted.finish(
            RolloutTrialTests.new.replacing(#""id":"r""#, with: #""id":"r","aborted":"2023-11-14T22:13:20Z""#)
        )
        let id = try #require(restarted.trial)
        #expect(restarted.calls == [.revert])
        restarted.finishEnding(id, .done(hadEnd: true))
        #expect(restarted.states == [.withdrawn])
    }

    @Test func `a machine that missed an abort returns to its content from before`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        played.finishCheck(id, .passed)
        played.advance(by: .seconds(60))
        played.finishEnding(id, .done(hadEnd: true))
        #expect(played.states == [.applied])
        let next = #"{"values":{"a":3},"rollout":{"id":"s","withdrawn":["q","r"],"stages":[{"approve":true}]}}"#
        played.finishFetch(next)
        #expect(played.put.map(\.members) == [["values": ["a": 1]]])
        played.finishPut(.accepted(changed: true))
        #expect(played.engine.lastKnownGood.map(\.payload.members) == [["values": ["a": 1]]])
    }

    @Test func `somebody who changes the layer while it fails has not reverted it`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        for outcome in [RolloutCheck.Outcome.failed("1"), .failed("2")] {
            played.finishCheck(id, outcome)
            played.advance(by: .seconds(5))
        }
        played.finishEnding(id, .done(hadEnd: false))
        #expect(played.states == [.failed])
    }

    @Test func `a revert that is repeated is a revert`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        for outcome in [RolloutCheck.Outcome.failed("1"), .failed("2")] {
            played.finishCheck(id, outcome)
            played.advance(by: .seconds(5))
        }
        played.finishEnding(id, .postponed)
        played.advance(by: .seconds(2))
        #expect(played.calls == [.revert])
        played.finishEnding(id, .done(hadEnd: false))
        #expect(played.states == [.reverted], "the first call can have arrived")
    }

    @Test func `a configuration without a fleet ends a trial`() throws {
        var (played, _) = try RolloutTrialTests.trying()
        played.configure(PlayedEngine.configuration())
        #expect(played.calls == [.revert])
    }

    @Test func `a reset begins the rollout again`() throws {
        var (played, id) = try RolloutTrialTests.trying()
        for outcome in [RolloutCheck.Outcome.failed("1"), .failed("2")] {
            played.finishCheck(id, outcome)
            played.advance(by: .seconds(5))
        }
        played.finishEnding(id, .done(hadEnd: true))
        played.reset()
        #expect(played.actions.contains(.forgetTrial("team")))
        #expect(played.removed == [], "the last known good content stays")
        played.advance(by: .seconds(1))
        played.finish(RolloutTrialTests.new)
        #expect(played.calls == [.count(rollout: "r", before: nil)])
    }
}

extension PlayedEngine {
    /// Fetches the layer, and passes the outcome.
    fileprivate mutating func finishFetch(_ text: String) {
        finishFetch(.content(Array(text.utf8), Validators()))
    }

    fileprivate mutating func finishFetch(_ outcome: FetchOutcome) {
        _ = fetchNow(nil)
        advance(by: .seconds(1))
        let begun = actions
        finish(outcome)
        set(begun + actions)
    }
}
