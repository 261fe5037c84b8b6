import JSONCore
import LayerPayloads
import SyncEngine

/// A simulated fleet: many machines with the engine of tunersync, relays, and one etcd.
///
/// Only the network, the relays, etcd, the daemons and the checks are simulated. What a machine decides is decided by
/// `SyncEngine` itself.
final class Fleet {
    static let layer = "platform"
    private static let relayCount = 20
    /// The time that a machine waits at its relay for a change.
    private static let wait: Int64 = 300

    private struct Machine {
        var engine: SyncEngine
        var isReachable = true
        /// The number of its fetch, so that a response to an earlier one means nothing.
        var fetch = 0
        var hasTaken = false
        /// When its next step is scheduled.
        var step: Duration?
    }

    private var queue = EventQueue()
    private var machines: [Machine] = []
    private var relays = Array(repeating: Server(), count: relayCount)
    /// The fetches that wait at each relay for a change: the number of the fetch by machine.
    private var waiting: [[Int: Int]] = Array(repeating: [:], count: relayCount)
    private(set) var etcd = Server()
    private var document: (text: [UInt8], tag: String)
    private var putCount = 0
    private var generator: SeededGenerator
    /// The state of each machine that has reported, by its number.
    private var states: [Int: (state: FleetReport.State, stage: Int)] = [:]
    private var counts: [FleetReport.State: [Int: Int64]] = [:]
    /// When the last machine has applied the layer.
    private(set) var lastApplied = Duration.zero
    /// Whether the content breaks a machine, so that its check fails.
    var breaks: (Int) -> Bool = { _ in false }

    init(machines count: Int, document text: String, seed: UInt64) {
        generator = SeededGenerator(state: seed)
        document = (Array(text.utf8), "\"0\"")
        var source = SyncSource(layer: Fleet.layer, url: "http://relay.example/layers/\(Fleet.layer)")
        source.wait = Fleet.wait
        var configuration = SyncConfiguration()
        configuration.sources = [source]
        configuration.activate = [Fleet.layer]
        let place = EtcdLocation(endpoints: ["http://etcd.example:2379"], keys: .prefix("/tuner/fleet/"))
        machines.reserveCapacity(count)
        for number in 0..<count {
            configuration.fleet = FleetSettings(machine: "host-\(number)", place: place)
            machines.append(Machine(engine: SyncEngine(seed: UInt64.random(in: .min ... .max, using: &generator))))
            // The machines of a fleet do not start at the same time.
            let configuration = configuration
            queue.add(at: .milliseconds(Int64.random(in: 0..<60_000, using: &generator))) { [unowned self] in
                perform(machines[number].engine.configure(configuration, at: moment), number)
                perform(machines[number].engine.connect(epoch: "e", layers: [], at: moment), number)
            }
        }
    }

    // MARK: What a scenario does

    var now: Duration { queue.now }

    func run(until end: Duration) { while let event = queue.next(until: end) { event() } }

    /// Runs until a condition is true, or until a time; returns whether it is.
    func run(until end: Duration, or condition: () -> Bool) -> Bool {
        while queue.now < end {
            run(until: min(queue.now + .seconds(5), end))
            if condition() { return true }
        }
        return condition()
    }

    /// Changes the document in etcd; the relays watch it.
    func put(_ text: String) {
        putCount += 1
        document = (Array(text.utf8), "\"\(putCount)\"")
        for relay in relays.indices where relays[relay].isUp && etcd.isUp { spread(relay) }
    }

    /// Cuts machines off from the relays and from etcd, or connects them again.
    func setReachable(_ isReachable: Bool, _ isChosen: (Int) -> Bool) {
        for number in machines.indices where isChosen(number) {
            machines[number].isReachable = isReachable
            // The connection that waits is lost.
            if !isReachable { failFetch(of: number) }
        }
    }

    func setEtcd(isUp: Bool) { etcd.isUp = isUp }

    /// Stops all relays, or starts them again.
    func setRelays(areUp: Bool) {
        for relay in relays.indices {
            relays[relay].isUp = areUp
            let lost = waiting[relay]
            waiting[relay] = [:]
            for number in lost.keys.sorted() where machines[number].fetch == lost[number] { failFetch(of: number) }
        }
    }

    func resetCounts() {
        etcd.resetCounts()
        for relay in relays.indices { relays[relay].resetCounts() }
    }

    // MARK: Results

    func count(_ state: FleetReport.State) -> Int { Int(counts[state, default: [:]].values.reduce(0, +)) }

    /// The number of machines that have had the new content at any time.
    var taken: Int { machines.count(where: \.hasTaken) }

    /// The number of machines whose last known good content has a version.
    func countKept(_ version: String) -> Int {
        machines.count { $0.engine.lastKnownGood.first?.payload.members["version"] == .string(version) }
    }

    var relayRequests: Int { relays.reduce(0) { $0 + $1.requests } }
    var relayBytes: Int { relays.reduce(0) { $0 + $1.bytes } }
    var busiestRelay: Int { relays.map(\.peak).max() ?? 0 }

    // MARK: The machines

    private var moment: SyncMoment { SyncMoment(steady: queue.now, wall: queue.now) }

    private func latency() -> Duration {
        Costs.network * Double.random(in: 0.01...1, using: &generator)
    }

    private func perform(_ actions: [SyncAction], _ number: Int) {
        for action in actions { perform(action, number) }
        scheduleStep(number)
    }

    private func scheduleStep(_ number: Int) {
        guard let deadline = machines[number].engine.deadline, machines[number].step.map({ deadline < $0 }) ?? true
        else {
            return
        }
        machines[number].step = deadline
        queue.add(at: deadline) { [unowned self] in
            guard machines[number].step == deadline else { return }
            machines[number].step = nil
            perform(machines[number].engine.advance(at: moment), number)
        }
    }

    private func perform(_ action: SyncAction, _ number: Int) {
        switch action {
        case .fetch(let source, let validators): fetch(source, validators, number)
        case .put(let source, _):
            later(number) { $0.engine.finishPut(source.layer, .accepted(changed: true), at: $1) }
        case .activate(let layer): later(number) { (machine, _) in machine.engine.finishActivation(layer, nil) }
        case .trial(let id, let call): perform(call, id, number)
        case .rememberTrial(let record): note(record, number)
        case .deactivate, .keep, .remove, .remember, .report, .forgetTrial: break
        }
    }

    private func later(
        _ number: Int,
        after time: Duration = .milliseconds(2),
        _ body: @escaping (inout Machine, SyncMoment) -> [SyncAction]
    ) {
        queue.add(at: queue.now + time) { [unowned self] in perform(body(&machines[number], moment), number) }
    }

    // MARK: Relays

    private func fetch(_ source: SyncSource, _ validators: Validators, _ number: Int) {
        machines[number].fetch += 1
        let (fetch, relay) = (machines[number].fetch, number % Fleet.relayCount)
        let arrival = queue.now + latency()
        queue.add(at: arrival) { [unowned self] in
            guard machines[number].fetch == fetch else { return }
            guard machines[number].isReachable, relays[relay].isUp else { return failFetch(of: number) }
            if validators.entityTag == document.tag, let wait = source.wait {
                waiting[relay][number] = fetch
                queue.add(at: queue.now + .seconds(wait)) { [unowned self] in
                    guard machines[number].fetch == fetch, relays[relay].isUp else { return }
                    waiting[relay][number] = nil
                    respond(number, fetch, relay)
                }
            } else {
                respond(number, fetch, relay, isModified: validators.entityTag != document.tag)
            }
        }
    }

    private func respond(_ number: Int, _ fetch: Int, _ relay: Int, isModified: Bool = false) {
        let bytes = Costs.pollBytes + (isModified ? document.text.count : 0)
        let time = relays[relay].take(at: queue.now, cost: Costs.relayResponse, bytes: bytes)
        let outcome: FetchOutcome =
            isModified ? .content(document.text, Validators(entityTag: document.tag)) : .notModified
        queue.add(at: time + latency()) { [unowned self] in
            guard machines[number].fetch == fetch, machines[number].isReachable else { return }
            machines[number].fetch += 1
            let actions = machines[number].engine.finish(Fleet.layer, outcome, hasWaited: true, at: moment)
            perform(actions, number)
        }
    }

    /// Responds to all machines that wait at a relay, one after the other.
    private func spread(_ relay: Int) {
        let all = waiting[relay].sorted { $0.key < $1.key }
        waiting[relay] = [:]
        for (number, fetch) in all where machines[number].fetch == fetch {
            respond(number, fetch, relay, isModified: true)
        }
    }

    private func failFetch(of number: Int) {
        machines[number].fetch += 1
        let fetch = machines[number].fetch
        queue.add(at: queue.now + latency()) { [unowned self] in
            guard machines[number].fetch == fetch else { return }
            let fault = FetchFault.network("the connection was refused")
            perform(machines[number].engine.finish(Fleet.layer, .failed(fault), at: moment), number)
        }
    }

    // MARK: Trials

    private func perform(_ call: TrialCall, _ id: TrialID, _ number: Int) {
        switch call {
        case .count(_, let before):
            ask(number, id, (Costs.etcdRead, Costs.readBytes)) { [unowned self] isReached in
                guard isReached else { return .counted(nil) }
                var counts = FleetCounts()
                counts.reverted = self.counts[.reverted, default: [:]].values.reduce(0, +)
                if let before {
                    counts.entered = self.counts.values.reduce(0) { $0 + ($1[before] ?? 0) }
                    counts.applied = self.counts[.applied]?[before] ?? 0
                }
                return .counted(counts)
            }
        case .announce(let report):
            ask(number, id, (Costs.etcdWrite, Costs.writeBytes)) { [unowned self] isReached in
                if isReached { store(report, number) }
                return .announced(isReached)
            }
        case .put:
            machines[number].hasTaken = true
            later(number) { $0.engine.finishTrial(id, .put(.accepted(changed: true)), at: $1) }
        case .check:
            let outcome: RolloutCheck.Outcome = breaks(number) ? .failed("it is broken") : .passed
            later(number, after: Costs.check) { $0.engine.finishTrial(id, .checked(outcome), at: $1) }
        case .keep, .revert:
            later(number) { $0.engine.finishTrial(id, .ended(.done(hadEnd: true)), at: $1) }
        }
    }

    /// Sends a request to etcd; the outcome arrives with the response.
    private func ask(
        _ number: Int,
        _ id: TrialID,
        _ cost: (time: Duration, bytes: Int),
        _ body: @escaping (_ isReached: Bool) -> TrialOutcome
    ) {
        queue.add(at: queue.now + latency()) { [unowned self] in
            let isReached = machines[number].isReachable && etcd.isUp
            let time = isReached ? etcd.take(at: queue.now, cost: cost.time, bytes: cost.bytes) : queue.now
            let outcome = body(isReached)
            queue.add(at: time + latency()) { [unowned self] in
                perform(machines[number].engine.finishTrial(id, outcome, at: moment), number)
            }
        }
    }

    private func note(_ record: TrialRecord, _ number: Int) {
        guard let report = record.report, report.state != .trying else { return }
        if report.state == .applied { lastApplied = queue.now }
        publish(report, number)
    }

    /// Stores a report in etcd, again and again.
    private func publish(_ report: FleetReport, _ number: Int) {
        queue.add(at: queue.now + latency()) { [unowned self] in
            guard machines[number].isReachable, etcd.isUp else {
                let pause = Duration.seconds(Double.random(in: 5...60, using: &generator))
                return queue.add(at: queue.now + pause) { [unowned self] in publish(report, number) }
            }
            _ = etcd.take(at: queue.now, cost: Costs.etcdWrite, bytes: Costs.writeBytes)
            store(report, number)
        }
    }

    private func store(_ report: FleetReport, _ number: Int) {
        if let old = states[number] { counts[old.state, default: [:]][old.stage, default: 0] -= 1 }
        states[number] = (report.state, report.stage)
        counts[report.state, default: [:]][report.stage, default: 0] += 1
    }
}

/// A small generator whose numbers a seed determines (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
