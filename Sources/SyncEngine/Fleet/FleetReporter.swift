package import JSONCore

/// Keeps the keys of one machine in etcd as they should be; without a clock and without a socket.
///
/// The process around it asks for the next request, sends it, and passes the result. There is one request at a time.
/// The value knows which keys it has put, and which of them are in doubt after a failure: a request without a response may
/// have been carried out, or may be carried out later.
package struct FleetReporter: Sendable {
    /// Whether etcd has an announced report.
    package struct AnnouncementEnd: Sendable, Equatable {
        /// The number of the announcement.
        package let number: Int
        package let isStored: Bool
    }

    struct Announcement {
        let number: Int
        /// The report to return to if etcd does not get the announced one.
        let earlier: FleetReport?
    }

    /// A key that this value has put; its value is nil while it is in doubt.
    struct Stored { var value: String? }

    /// A key that etcd should have.
    struct Wanted {
        let key: String
        let value: String
        let lease: FleetLease.Kind
    }

    let machine: String
    let labels: JSONObject
    /// The version of each layer's last known good content.
    package var versions = JSONObject()
    let keys: FleetKeys
    var reports: [String: FleetReport] = [:]
    var announcements: [String: Announcement] = [:]
    var stored: [String: Stored] = [:]
    /// The reports about earlier rollouts whose keys may still be in etcd, also those of an earlier process.
    var left: [FleetReport] = []
    /// The revision of the last change of the machine's key.
    var revision: Int64 = 0
    var leases: [FleetLease]
    /// The request without a result.
    var request: FleetAction?
    var failures: Int64 = 0
    /// How often a lease or the machine's key was not as expected since the last transaction that succeeded.
    var repairs = 0
    var retryTime: Duration?
    var generator: SplitGenerator
    /// Why etcd does not have all reports; nil if nothing has failed since.
    package internal(set) var fault: EtcdFault?

    /// Creates a value for a machine that has no report; the seed determines the leases and all jitter.
    package init(machine: String, labels: JSONObject, keys: FleetKeys, seed: UInt64) {
        (self.machine, self.labels, self.keys) = (machine, labels, keys)
        generator = SplitGenerator(state: seed)
        leases = []
        leases = FleetLease.Kind.allCases.map { FleetLease($0, id: newLease()) }
    }

    // MARK: What is wanted

    /// Wants a report from now on.
    package mutating func publish(_ report: FleetReport) -> [AnnouncementEnd] {
        let ends = withdraw(report.layer)
        want(report)
        return ends
    }

    /// Wants a report if etcd gets it by the next transaction; the number is in one of the later ends.
    package mutating func announce(_ report: FleetReport, _ number: Int) -> [AnnouncementEnd] {
        let ends = withdraw(report.layer)
        let earlier = reports[report.layer]
        want(report)
        announcements[report.layer] = Announcement(number: number, earlier: earlier)
        // Also a report that etcd has already is stored again: its lease may have ended.
        stored[keys.report(report, of: machine)]?.value = nil
        retryTime = nil
        return ends
    }

    /// Wants no report about a layer; the key of its rollout stays until its lease ends.
    package mutating func forget(layer: String) -> [AnnouncementEnd] {
        let ends = withdraw(layer)
        if let report = reports.removeValue(forKey: layer) { leave(report) }
        return ends
    }

    /// The user or the password has changed, so that the wait for it ends.
    package mutating func credentialsChanged() { if waitsForCredentials { retryTime = nil } }

    private mutating func want(_ report: FleetReport) {
        let old = reports[report.layer]
        if let old, old.rollout != report.rollout { leave(old) }
        reports[report.layer] = report
        // A machine has one key for a rollout.
        var isKnown = old?.rollout == report.rollout
        for earlier in left where earlier.layer == report.layer && earlier.rollout == report.rollout {
            isKnown = true
            doubt(keys.report(earlier, of: machine))
        }
        left.removeAll { $0.layer == report.layer && $0.rollout == report.rollout }
        // An earlier process may have left a key.
        if !isKnown { for key in keys.reports(like: report, of: machine) { doubt(key) } }
    }

    /// Ends an announcement without success; its key, which etcd may have, is deleted.
    mutating func withdraw(_ layer: String) -> [AnnouncementEnd] {
        guard let announcement = announcements.removeValue(forKey: layer) else { return [] }
        reports[layer] = announcement.earlier
        return [AnnouncementEnd(number: announcement.number, isStored: false)]
    }

    /// Leaves the key of a report in etcd, where it ends with its lease.
    private mutating func leave(_ report: FleetReport) {
        stored[keys.report(report, of: machine)] = nil
        left.append(report)
        if left.count > FleetReporter.mostLeft { left.removeFirst() }
    }

    /// Notes that etcd may have a key.
    mutating func doubt(_ key: String) { stored[key, default: Stored()].value = nil }

    /// The keys that etcd should have.
    var wanted: [Wanted] {
        let reports = reports.values.sorted { $0.layer < $1.layer }
        let value = FleetMachine(labels: labels, versions: versions, reports: reports).text
        return [
            Wanted(key: keys.alive(machine), value: "{}", lease: .alive),
            Wanted(key: keys.machine(machine), value: value, lease: .reports),
        ] + reports.map { Wanted(key: keys.report($0, of: machine), value: $0.text, lease: .reports) }
    }

    // MARK: Requests

    /// When ``next(at:)`` has a request; nil while one has no result.
    package var deadline: Duration? {
        guard request == nil else { return nil }
        if let retryTime { return retryTime }
        guard isComplete, leases.allSatisfy(\.isGranted) else { return .zero }
        return leases.map(\.due).min()
    }

    /// Whether nothing happens before a time because of a user or password that was refused or could not be read.
    package var waitsForCredentials: Bool {
        guard retryTime != nil else { return false }
        switch fault {
        case .user, .credential: return true
        case .token, .denied, .compacted, .lease, .endpoint, nil: return false
        }
    }

    /// Returns the request to send now; nil if nothing is due, or if a request has no result yet.
    package mutating func next(at now: Duration) -> FleetAction? {
        guard request == nil, retryTime ?? .zero <= now else { return nil }
        if let lease = leases.first(where: { !$0.isGranted }) {
            request = .grant(lease: lease.id, seconds: lease.seconds)
        } else if let lease = leases.first(where: { $0.due <= now }) {
            request = .keepAlive(lease: lease.id)
        } else {
            request = transaction.map { .store($0) }
        }
        return request
    }

    /// Whether etcd has all keys, and no other one.
    var isComplete: Bool {
        let (puts, deletes) = difference
        return puts.isEmpty && deletes.isEmpty
    }

    /// What must change in etcd.
    var difference: (puts: [Wanted], deletes: [String]) {
        let wanted = wanted
        let names = Set(wanted.map(\.key))
        return (wanted.filter { stored[$0.key]?.value != $0.value }, stored.keys.filter { !names.contains($0) })
    }

    /// The next transaction, whose keys are in doubt from now on; nil if etcd has all keys.
    private var transaction: FleetTransaction? {
        mutating get {
            let (puts, deletes) = difference
            guard !puts.isEmpty || !deletes.isEmpty else { return nil }
            let machineKey = keys.machine(machine)
            // The keys of one rollout are neighbors, so that its old key and its new one are in one transaction.
            let changed =
                (puts.map(\.key).filter { $0 != machineKey } + deletes).sorted()
                .prefix(FleetReporter.mostChanges) + [machineKey]
            for key in changed { doubt(key) }
            return FleetTransaction(
                machine: machineKey,
                revision: revision,
                puts: wanted.filter { changed.contains($0.key) }.map { wanted in
                    FleetTransaction.Put(key: wanted.key, value: wanted.value, lease: leases[wanted.lease.rawValue].id)
                },
                deletes: deletes.filter { changed.contains($0) }.sorted()
            )
        }
    }

    mutating func newLease() -> Int64 {
        let half = { (number: Double) in Int64(number * Double(1 << 31)) }
        return max(half(generator.fraction()) << 31 | half(generator.fraction()), 1)
    }

    /// The limit for the changes of a transaction, besides the key of the machine; etcd takes 128 by default.
    static let mostChanges = 100
    static let mostLeft = 1_000
    static let mostRepairs = 5
    static let mostDoublings: Int64 = 4
}
