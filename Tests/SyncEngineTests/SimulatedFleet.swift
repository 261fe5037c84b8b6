import JSONCore
import SyncEngine

/// The keys and leases of an etcd, as far as a machine of a fleet needs them.
struct SimulatedFleet {
    struct Item: Equatable {
        var value: String
        var lease: Int64
        var modified: Int64
    }

    var items: [String: Item] = [:]
    /// When each lease ends.
    private(set) var leases: [Int64: Duration] = [:]
    private var seconds: [Int64: Int64] = [:]
    private var revision: Int64 = 1

    /// Puts a key as another process does.
    mutating func put(_ key: String, _ value: String, lease: Int64 = 0) {
        revision += 1
        items[key] = Item(value: value, lease: lease, modified: revision)
    }

    mutating func revoke(_ lease: Int64) {
        leases[lease] = nil
        items = items.filter { $0.value.lease != lease }
        revision += 1
    }

    mutating func expire(at now: Duration) {
        for (lease, end) in leases where end <= now { revoke(lease) }
    }

    mutating func carryOut(_ action: FleetAction, at now: Duration) -> Result<JSONObject, EtcdFault> {
        expire(at: now)
        switch action {
        case .grant(let lease, let time):
            guard leases[lease] == nil else { return .failure(.lease("etcdserver: lease already exists")) }
            leases[lease] = now + .seconds(time)
            seconds[lease] = time
            return .success(["ID": .string("\(lease)"), "TTL": .string("\(time)")])
        case .keepAlive(let lease):
            guard leases[lease] != nil, let time = seconds[lease] else {
                return .success(["result": .object(["ID": .string("\(lease)")])])
            }
            leases[lease] = now + .seconds(time)
            return .success(["result": .object(["ID": .string("\(lease)"), "TTL": .string("\(time)")])])
        case .store(let transaction): return carryOut(transaction)
        }
    }

    private mutating func carryOut(_ transaction: FleetTransaction) -> Result<JSONObject, EtcdFault> {
        let header: JSON = .object(["revision": .string("\(revision + 1)"), "cluster_id": "7"])
        guard items[transaction.machine]?.modified ?? 0 == transaction.revision else {
            var range = JSONObject()
            if let item = items[transaction.machine] {
                let member: JSONObject = [
                    "key": .string(Base64.text(Array(transaction.machine.utf8))),
                    "value": .string(Base64.text(Array(item.value.utf8))), "mod_revision": .string("\(item.modified)"),
                ]
                range["kvs"] = .array([.object(member)])
            }
            return .success(["header": header, "responses": .array([.object(["response_range": .object(range)])])])
        }
        guard transaction.puts.allSatisfy({ leases[$0.lease] != nil }) else {
            return .failure(.lease("etcdserver: requested lease not found"))
        }
        revision += 1
        for key in transaction.deletes { items[key] = nil }
        for put in transaction.puts {
            items[put.key] = Item(value: put.value, lease: put.lease, modified: revision)
        }
        return .success(["header": header, "succeeded": true])
    }
}

/// A reporter with an etcd and a clock that a test sets.
struct PlayedReporter {
    static let keys = FleetKeys(prefix: "/f/")

    var reporter: FleetReporter
    var etcd = SimulatedFleet()
    var now = Duration.seconds(1_000)
    private(set) var ends: [Int: Bool] = [:]

    init(labels: JSONObject = ["region": "eu"], seed: UInt64 = 1) {
        reporter = FleetReporter(machine: "m", labels: labels, keys: PlayedReporter.keys, seed: seed)
    }

    static func report(
        _ state: FleetReport.State,
        _ rollout: String = "r1",
        layer: String = "a",
        stage: Int = 1,
        time: Int64 = 0
    ) -> FleetReport {
        FleetReport(layer: layer, rollout: rollout, stage: stage, state: state, version: "8", time: time)
    }

    mutating func record(_ new: [FleetReporter.AnnouncementEnd]) {
        for end in new { ends[end.number] = end.isStored }
    }

    mutating func publish(_ report: FleetReport) { record(reporter.publish(report)) }

    mutating func announce(_ report: FleetReport, _ number: Int) { record(reporter.announce(report, number)) }

    mutating func forget(_ layer: String) { record(reporter.forget(layer: layer)) }

    mutating func receive(_ result: Result<JSONObject, EtcdFault>) { record(reporter.receive(result, at: now)) }

    /// Carries out all requests that are due now.
    mutating func run() {
        var count = 0
        while let action = reporter.next(at: now), count < 100 {
            receive(etcd.carryOut(action, at: now))
            count += 1
        }
    }

    /// Carries out the requests until a time has passed.
    mutating func run(for time: Duration) {
        let end = now + time
        run()
        while let deadline = reporter.deadline, deadline <= end {
            now = max(now, deadline)
            run()
        }
        now = end
    }

    /// The names of the keys without the prefix, in order.
    var names: [String] { etcd.items.keys.map { String($0.dropFirst(PlayedReporter.keys.prefix.count)) }.sorted() }

    /// The lease of a key.
    func lease(_ name: String) -> Int64 { etcd.items["/f/\(name)"]?.lease ?? 0 }

    func value(_ name: String) -> String? { etcd.items["/f/\(name)"]?.value }
}
