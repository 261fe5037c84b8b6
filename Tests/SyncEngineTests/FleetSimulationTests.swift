import JSONCore
import SyncEngine
import TestSupport
import Testing

/// Random reports and faults of an etcd: at the end, etcd has exactly the wanted keys, and never two for one rollout.
struct FleetSimulationTests {
    private struct World {
        var played: PlayedReporter
        var generator: SeededGenerator
        /// The report that each layer should have.
        var wanted: [String: FleetReport] = [:]
        /// The layers and rollouts whose keys may stay.
        var seen: Set<String> = []
        var announced: [Int: FleetReport] = [:]
        /// The layers and rollouts of all announcements.
        var tried: Set<String> = []
        /// Requests that etcd has not received in time, and receives later.
        var late: [FleetAction] = []
        var count = 0
        var faults: [String] = []

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            played = PlayedReporter(seed: seed)
            played.etcd.put("/f/alive/other", "{}")
            played.etcd.put("/f/machines/m2", "{}")
            played.etcd.put("/f/rollouts/a/1/trying/1/mm", "{}")
        }

        mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

        mutating func step() {
            switch number(0..<12) {
            case 0: publish()
            case 1: announce()
            case 2: if number(0..<4) == 0 { forget() }
            case 3: if number(0..<6) == 0 { loseLease() }
            case 4: if number(0..<20) == 0 { restart() }
            case 5: played.now += .milliseconds(number(0..<400_000))
            case 6:
                if !late.isEmpty {
                    _ = played.etcd.carryOut(late.remove(at: number(0..<late.count)), at: played.now)
                }
            default: send()
            }
            note()
            check()
        }

        mutating func send() {
            guard let action = played.reporter.next(at: played.now) else {
                if let deadline = played.reporter.deadline, number(0..<3) > 0 { played.now = max(played.now, deadline) }
                return
            }
            switch number(0..<8) {
            case 0: played.receive(.failure(.endpoint("refused")))
            case 1:
                _ = played.etcd.carryOut(action, at: played.now)
                check()
                played.receive(.failure(.endpoint("the response is lost")))
            case 2:
                late.append(action)
                played.receive(.failure(.endpoint("timeout")))
            case 3:
                // Reports arrive while the request is on its way.
                if number(0..<2) == 0 { publish() } else { number(0..<2) == 0 ? announce() : forget() }
                played.receive(played.etcd.carryOut(action, at: played.now))
            default: played.receive(played.etcd.carryOut(action, at: played.now))
            }
        }

        private mutating func report() -> FleetReport {
            count += 1
            let layer = ["a", "b"][number(0..<2)]
            let old = wanted[layer].map { Int($0.rollout) ?? 0 } ?? 0
            let rollout = number(0..<3) == 0 ? "\(count)" : "\(old)"
            let state = FleetReport.State.allCases[number(0..<FleetReport.State.allCases.count)]
            return PlayedReporter.report(
                state,
                rollout,
                layer: layer,
                // After a restart, only the key of the same stage is found.
                stage: 1 + (Int(rollout) ?? 0) % 2,
                time: Int64(count)
            )
        }

        mutating func publish() {
            let report = report()
            played.publish(report)
            note()
            want(report)
        }

        mutating func announce() {
            let report = report()
            played.announce(report, count)
            announced[count] = report
            tried.insert("\(report.layer)/\(report.rollout)")
        }

        mutating func forget() {
            let layer = ["a", "b"][number(0..<2)]
            played.forget(layer)
            note()
            wanted[layer] = nil
        }

        mutating func loseLease() {
            if let lease = played.etcd.leases.keys.sorted().randomElement(using: &generator) {
                played.etcd.revoke(lease)
            }
        }

        mutating func restart() {
            // The next process does not know which announcements have failed: their keys may stay, too.
            seen.formUnion(tried)
            announced = [:]
            let seed = generator.next()
            played.reporter = FleetReporter(machine: "m", labels: [:], keys: PlayedReporter.keys, seed: seed)
            for report in wanted.values.sorted(by: { $0.layer < $1.layer }) { played.publish(report) }
        }

        /// Notes how announcements have ended.
        mutating func note() {
            for (number, report) in announced.sorted(by: { $0.key < $1.key }) {
                guard let isStored = played.ends[number] else { continue }
                announced[number] = nil
                if isStored { want(report) }
            }
        }

        private mutating func want(_ report: FleetReport) {
            wanted[report.layer] = report
            seen.insert("\(report.layer)/\(report.rollout)")
        }

        /// The reports of the machine in etcd, as `LAYER/ROLLOUT` of each key.
        var rollouts: [String] {
            played.etcd.items.keys.compactMap { key in
                guard case .report(let layer, let rollout, _, _, "m") = PlayedReporter.keys.subject(of: key) else {
                    return nil
                }
                return "\(layer)/\(rollout)"
            }
        }

        mutating func check() {
            if Set(rollouts).count < rollouts.count { faults.append("two keys for one rollout: \(played.names)") }
            for key in ["alive/other", "machines/m2", "rollouts/a/1/trying/1/mm"] where played.value(key) != "{}" {
                faults.append("\(key) was changed")
            }
        }

        /// Lets everything arrive that is on its way.
        mutating func finish() {
            played.run(for: .seconds(1_000))
            for action in late { _ = played.etcd.carryOut(action, at: played.now) }
            played.run(for: .seconds(200_000))
            note()
            check()
            if played.reporter.fault != nil { faults.append("the fault is not over") }
        }
    }

    @Test(arguments: Seeds.all) func `etcd has exactly the wanted keys at the end`(_ seed: UInt64) {
        var world = World(seed: seed)
        for _ in 0..<600 { world.step() }
        world.finish()
        #expect(world.faults.first == nil)
        #expect(world.announced.isEmpty)
        let played = world.played
        var names = ["alive/m", "machines/m", "alive/other", "machines/m2", "rollouts/a/1/trying/1/mm"]
        for report in world.wanted.values {
            let name = String(PlayedReporter.keys.report(report, of: "m").dropFirst(3))
            names.append(name)
            #expect(played.value(name) == report.text)
        }
        let wanted = Set(world.wanted.values.map { "\($0.layer)/\($0.rollout)" })
        let others = played.names.filter { !names.contains($0) }
        #expect(names.filter { !played.names.contains($0) } == [])
        for name in others {
            // What stays is a key of an earlier rollout.
            let rollout = name.split(separator: "/").dropFirst().prefix(2).joined(separator: "/")
            #expect(world.seen.contains(rollout) && !wanted.contains(rollout), "\(name)")
        }
        let value = FleetMachine(Array((played.value("machines/m") ?? "").utf8))
        #expect(value?.reports == world.wanted.values.sorted { $0.layer < $1.layer })
    }
}
