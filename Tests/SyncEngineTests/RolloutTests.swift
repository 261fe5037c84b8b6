import JSONCore
import SyncEngine
import Testing

/// The plan of a rollout: its text, its stages, its times, and when reports stop it.
struct RolloutTests {
    private static func rollout(_ text: String) throws -> Rollout { try Rollout(JSON.parse(text)) }

    private static let whole = #"""
        {"id": "scale-8", "started": "2026-11-27T21:00:00Z", "bake": 60, "failAfter": 3, "needs": 90,
         "stages": [{"percent": 1, "over": 0}, {"percent": 10, "after": 600, "over": 20}, {"labels": {"zone": "eu"}, "approve": true},
                    {"start": "2026-11-28T09:00:00.5Z"}],
         "check": {"command": "web-ok", "every": 2.5, "timeout": 4, "failures": 2}, "machines": [1, 9, 0, 90]}
        """#

    @Test func `all members are read`() throws {
        let rollout = try RolloutTests.rollout(RolloutTests.whole)
        #expect(rollout.id == "scale-8")
        #expect(rollout.started == .seconds(1_795_813_200), "date --date 2026-11-27T21:00:00Z +%s")
        #expect(rollout.bake == .seconds(60))
        #expect(rollout.failAfter == 3)
        #expect(rollout.needs == 90)
        #expect(rollout.machines == [1, 9, 0, 90])
        #expect(rollout.stages.map(\.percent) == [1, 10, 100, 100])
        #expect(rollout.stages.map(\.needsApproval) == [false, false, true, false])
        #expect(rollout.stages[3].start == .seconds(1_795_856_400) + .milliseconds(500))
        let check = try #require(rollout.check)
        #expect(check.command == "web-ok")
        #expect(check.every == .milliseconds(2_500))
        #expect(check.failures == 2)
    }

    @Test func `members have defaults`() throws {
        let rollout = try RolloutTests.rollout(#"{"id": "a", "stages": [{}]}"#)
        #expect(rollout.check == nil)
        #expect(rollout.bake == .seconds(300))
        #expect(rollout.failAfter == 1)
        #expect(rollout.needs == 80)
        #expect(rollout.stages == [RolloutStage()])
    }

    @Test(arguments: [
        (#"[]"#, "rollout: must be an object, got an array"),
        (#"{"stages": [{}]}"#, "rollout: the member id is missing"),
        (#"{"id": "a/b", "stages": [{}]}"#, #"rollout/id: must have at most 64 letters, digits, _, - and ., got a/b"#),
        (#"{"id": "a"}"#, "rollout: the member stages is missing"),
        (#"{"id": "a", "stages": []}"#, "rollout/stages: must have 1 to 100 stages, got 0"),
        (
            #"{"id": "a", "stages": [{"percent": 0}]}"#,
            "rollout/stages/0/percent: must be a number above 0 and at most 100"
        ),
        (#"{"id": "a", "stages": [{"approve": 1}]}"#, "rollout/stages/0/approve: must be true or false, got a number"),
        (
            #"{"id": "a", "stages": [{"start": "tomorrow"}]}"#,
            #"rollout/stages/0/start: must be a time in UTC, such as 2026-12-01T09:00:00Z, got tomorrow"#
        ),
        (
            #"{"id": "a", "stages": [{"start": "2026-02-29T09:00:00Z"}]}"#,
            #"rollout/stages/0/start: must be a time in UTC, such as 2026-12-01T09:00:00Z, got 2026-02-29T09:00:00Z"#
        ),
        (#"{"id": "a", "stages": [{}], "chek": {}}"#, #"rollout/chek: there is no member chek; did you mean check?"#),
        (#"{"id": "a", "stages": [{}], "check": {}}"#, "rollout/check: the member command is missing"),
        (
            #"{"id": "a", "stages": [{}], "check": {"command": "../sh"}}"#,
            #"rollout/check/command: must have at most 64 letters, digits, _, - and ., got ../sh"#
        ),
        (
            #"{"id": "a", "stages": [{}], "check": {"command": ".."}}"#,
            #"rollout/check/command: must be the name of a program, got .."#
        ),
        (#"{"id": "a", "stages": [{}], "machines": [1, 2]}"#, "rollout/machines: must have a number for each stage"),
        (
            #"{"id": "a", "stages": [{}], "approved": {"stage": 2, "time": "2026-12-01T09:00:00Z"}}"#,
            "rollout/approved/stage: must be a whole number from 1 to 1, got 2"
        ),
    ])
    func `a fault is named`(text: String, message: String) throws {
        #expect {
            try RolloutTests.rollout(text)
        } throws: { error in
            "\(error)" == message
        }
    }

    @Test func `a stage has its share of the machines`() throws {
        let rollout = try RolloutTests.rollout(#"{"id": "a", "stages": [{"percent": 1}, {"percent": 10}, {}]}"#)
        var counts = [0, 0, 0]
        for number in 0..<100_000 {
            let stage = try #require(rollout.stage(of: "host-\(number)", labels: JSONObject()))
            counts[stage - 1] += 1
        }
        #expect((900...1_100).contains(counts[0]), "\(counts)")
        #expect((8_700...9_300).contains(counts[1]), "\(counts)")
        let other = try RolloutTests.rollout(#"{"id": "b", "stages": [{"percent": 1}, {"percent": 10}, {}]}"#)
        let both = (0..<100_000).count { number in
            [rollout, other].allSatisfy { $0.stage(of: "host-\(number)", labels: JSONObject()) == 1 }
        }
        #expect(both < 40, "another rollout begins with other machines, got \(both)")
    }

    @Test func `a stage has the machines with its labels`() throws {
        let rollout = try RolloutTests.rollout(#"{"id": "a", "stages": [{"labels": {"zone": "eu", "canary": true}}]}"#)
        #expect(rollout.stage(of: "m", labels: ["zone": "eu", "canary": true]) == 1)
        #expect(rollout.stage(of: "m", labels: ["zone": "eu"]) == nil)
        #expect(rollout.stage(of: "m", labels: ["zone": "eu", "canary": "true"]) == nil)
    }

    @Test func `a stage opens after the stage before`() throws {
        let rollout = try RolloutTests.rollout(RolloutTests.whole)
        let started = try #require(rollout.started)
        #expect(rollout.opening(of: 1, first: .zero) == started)
        #expect(rollout.opening(of: 2, first: .zero) == started + .seconds(600))
        #expect(rollout.opening(of: 3, first: .zero) == nil, "a person must approve it")
        #expect(rollout.opening(of: 4, first: .zero) == nil, "a stage before it is not open")
    }

    @Test func `the machines of the stage before need their time`() throws {
        let rollout = try RolloutTests.rollout(#"{"id": "a", "bake": 60, "stages": [{"over": 30}, {"after": 5}]}"#)
        #expect(rollout.opening(of: 2, first: .seconds(1_000)) == .seconds(1_092))
    }

    @Test func `an approval opens a stage and those before`() throws {
        var rollout = try RolloutTests.rollout(RolloutTests.whole)
        let started = try #require(rollout.started)
        rollout.approval = Rollout.Approval(stage: 3, time: started + .seconds(60))
        #expect(rollout.opening(of: 2, first: .zero) == started + .seconds(60))
        #expect(rollout.opening(of: 3, first: .zero) == started + .seconds(60))
        #expect(rollout.opening(of: 4, first: .zero) == rollout.stages[3].start, "its own time counts")
    }

    @Test func `no stage opens in a pause, and later stages move by it`() throws {
        var rollout = try RolloutTests.rollout(#"{"id": "a", "bake": 60, "stages": [{"over": 0}, {}]}"#)
        rollout.isPaused = true
        #expect(rollout.opening(of: 1, first: .zero) == nil)
        (rollout.isPaused, rollout.delay) = (false, .seconds(100))
        #expect(rollout.opening(of: 2, first: .seconds(1_000)) == .seconds(1_162))
    }

    @Test func `the machines of a stage take the content one after the other`() throws {
        let rollout = try RolloutTests.rollout(#"{"id": "a", "stages": [{"percent": 50, "over": 100}, {"over": 100}]}"#)
        let entries = (0..<1_000).compactMap { number -> Duration? in
            let machine = "host-\(number)"
            guard rollout.stage(of: machine, labels: JSONObject()) == 1 else { return nil }
            return rollout.entry(of: machine, in: 1, first: .zero)
        }
        #expect(entries.allSatisfy { (.zero...Duration.seconds(100)).contains($0) })
        let late = entries.count { $0 > .seconds(50) }
        #expect((entries.count * 4 / 10...entries.count * 6 / 10).contains(late), "\(late) of \(entries.count)")
    }

    @Test func `reports open a stage or stop the rollout`() throws {
        var rollout = try RolloutTests.rollout(#"{"id": "a", "failAfter": 2, "stages": [{"percent": 10}, {}]}"#)
        #expect(rollout.permission(for: 1, FleetCounts()) == .granted)
        #expect(rollout.permission(for: 2, FleetCounts()) == .missing("no machine of stage 1 has reported yet"))
        #expect(rollout.permission(for: 2, FleetCounts(entered: 10, applied: 8)) == .granted)
        #expect(
            rollout.permission(for: 2, FleetCounts(entered: 10, applied: 7))
                == .missing("7 of 10 machines of stage 1 have applied the layer, and 80 % are needed")
        )
        #expect(rollout.permission(for: 2, FleetCounts(reverted: 1, entered: 10, applied: 9)) == .granted)
        let stopped = Rollout.Permission.stopped("2 machines have reverted the layer")
        #expect(rollout.permission(for: 2, FleetCounts(reverted: 2, entered: 99, applied: 97)) == stopped)
        #expect(
            rollout.permission(for: 1, FleetCounts(reverted: 2)) == stopped,
            "also for the other machines of a stage"
        )
        rollout.approval = Rollout.Approval(stage: 2, time: .zero)
        #expect(rollout.permission(for: 2, FleetCounts(reverted: 1)) == .granted, "a person decides without reports")
        rollout.approval?.forgiven = 1
        #expect(rollout.permission(for: 2, FleetCounts(reverted: 2)) == .granted, "a person knew of the first one")
        #expect(rollout.permission(for: 2, FleetCounts(reverted: 3)) == stopped)
    }

    @Test func `a stage without machines is no evidence`() throws {
        var rollout = try RolloutTests.rollout(#"{"id": "a", "stages": [{"percent": 1}, {"percent": 2}, {}]}"#)
        #expect(rollout.evidence(for: 3) == 2)
        rollout.machines = [1, 0, 2]
        #expect(rollout.evidence(for: 3) == 1)
        rollout.machines = [0, 0, 3]
        #expect(rollout.evidence(for: 3) == nil)
        #expect(rollout.permission(for: 3, FleetCounts()) == .granted)
    }
}
