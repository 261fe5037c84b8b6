import SyncEngine

/// A course of events in a simulated fleet, and what must come of it.
struct Scenario: Sendable {
    /// What came of it.
    struct Outcome {
        let facts: [String]
        /// What is wrong; empty if everything is as it must be.
        let faults: [String]
    }

    let name: String
    let run: @Sendable (_ machines: Int) -> Outcome

    static let all = [healthy, broken, partition, outage, herd]

    private static let old = #"{"values":{"limit":1},"version":"1"}"#
    private static let rollout = #"""
        {"values":{"limit":2},"version":"2","rollout":{"id":"limit-2","failAfter":5,"bake":300,
        "check":{"command":"healthy","every":10,"timeout":5,"failures":3},
        "stages":[{"percent":1,"over":60},{"percent":10,"over":120},{"percent":50,"over":300},{"over":300}]}}
        """#
    /// When all machines have started and have the old content.
    private static let start = Duration.seconds(120)
    /// The sum of the times of the stages.
    private static let planned = Duration.seconds(60 + 120 + 300 + 300 + 4 * 300) + Rollout.reportTime * 3

    /// Returns a fleet that has the old content and begins the rollout now.
    private static func begun(_ machines: Int, breaks: Bool = false) -> Fleet {
        let fleet = Fleet(machines: machines, document: old, seed: 1)
        fleet.breaks = { _ in breaks }
        fleet.run(until: start)
        fleet.resetCounts()
        fleet.put(rollout)
        return fleet
    }

    private static func facts(_ fleet: Fleet) -> [String] {
        [
            "etcd: \(fleet.etcd.requests) requests, at most \(fleet.etcd.peak) in a second, \(fleet.etcd.bytes / 1_000_000) MB",
            "relays: \(fleet.relayRequests) requests, at most \(fleet.busiestRelay) in a second at one, "
                + "\(fleet.relayBytes / 1_000_000) MB",
        ]
    }

    private static func minutes(_ time: Duration) -> String {
        let seconds = time.components.seconds
        return "\(seconds / 60) min \(seconds % 60) s"
    }

    static let healthy = Scenario(name: "a healthy rollout") { machines in
        let fleet = begun(machines)
        let isComplete = fleet.run(until: start + planned * 2) { fleet.count(.applied) == machines }
        let time = fleet.lastApplied - start
        return Outcome(
            facts: ["planned \(minutes(planned)), all machines after \(minutes(time))"] + facts(fleet),
            faults: (isComplete ? [] : ["only \(fleet.count(.applied)) of \(machines) machines have applied it"])
                + (time <= planned + .seconds(60) ? [] : ["it took more than a minute longer than planned"])
        )
    }

    static let broken = Scenario(name: "a value that breaks every machine") { machines in
        let fleet = begun(machines, breaks: true)
        fleet.run(until: start + planned * 2)
        let share = Double(fleet.taken) / Double(machines) * 100
        let percent = Double(Int(share * 1_000)) / 1_000
        return Outcome(
            facts: ["\(fleet.taken) machines had it, \(percent) %; \(fleet.count(.reverted)) reverted it"]
                + facts(fleet),
            faults: (share <= 1.5 ? [] : ["more than 1.5 % of the machines had it"])
                + (fleet.countKept("1") == machines ? [] : ["a machine has kept it"])
        )
    }

    static let partition = Scenario(name: "a third of the machines is cut off for 30 minutes") { machines in
        let fleet = begun(machines)
        fleet.run(until: start + .seconds(200))
        fleet.setReachable(false) { $0 % 3 == 0 }
        fleet.run(until: start + .seconds(2_000))
        let during = fleet.count(.applied)
        fleet.setReachable(true) { $0 % 3 == 0 }
        let end = fleet.now
        let isComplete = fleet.run(until: start + planned * 3) { fleet.count(.applied) == machines }
        return Outcome(
            facts: [
                "\(during) machines had applied it when the third came back; all \(minutes(fleet.lastApplied - end)) after that"
            ] + facts(fleet),
            faults: isComplete ? [] : ["only \(fleet.count(.applied)) of \(machines) machines have applied it"]
        )
    }

    static let outage = Scenario(name: "etcd is down for an hour in a rollout") { machines in
        let fleet = begun(machines)
        fleet.run(until: start + .seconds(400))
        let before = fleet.taken
        fleet.setEtcd(isUp: false)
        fleet.run(until: start + .seconds(4_000))
        let during = fleet.taken - before
        fleet.resetCounts()
        fleet.setEtcd(isUp: true)
        let end = fleet.now
        let isComplete = fleet.run(until: start + planned * 6) { fleet.count(.applied) == machines }
        return Outcome(
            facts: ["all machines \(minutes(fleet.lastApplied - end)) after the outage"] + facts(fleet),
            faults: (isComplete ? [] : ["only \(fleet.count(.applied)) of \(machines) machines have applied it"])
                + (during == 0 ? [] : ["\(during) machines took it without reports of the others"])
        )
    }

    static let herd = Scenario(name: "everything returns after an hour without relays") { machines in
        let fleet = Fleet(machines: machines, document: old, seed: 1)
        fleet.run(until: start)
        fleet.setRelays(areUp: false)
        fleet.run(until: start + .seconds(3_600))
        fleet.put(#"{"values":{"limit":3},"version":"3"}"#)
        fleet.resetCounts()
        fleet.setRelays(areUp: true)
        let end = fleet.now
        let isComplete = fleet.run(until: end + .seconds(1_800)) { fleet.countKept("3") == machines }
        return Outcome(
            facts: ["all machines \(minutes(fleet.now - end)) after the outage"] + facts(fleet),
            faults: isComplete ? [] : ["only \(fleet.countKept("3")) of \(machines) machines have the new content"]
        )
    }
}
