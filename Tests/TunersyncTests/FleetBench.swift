import JSONCore
import LoopCore
import SyncEngine
import SyncService
import Synchronization
import SystemCore
import TestSupport
import TransferCore

/// The connection of a machine to its fleet in a real etcd, with a clock that a test can put forward.
final class FleetBench {
    private final class Shift: Sendable { let time = Mutex(Duration.zero) }

    let loop: EventLoop
    let transfers: Transfers
    private(set) var link: FleetLink
    private let shift: Shift
    private let clocks: Clocks
    private let settings: FleetSettings
    /// What was reported of faults; nil is the end of a fault.
    private(set) var faults: [String?] = []

    init(
        _ endpoints: [String],
        machine: String = "host-7",
        user: String? = nil,
        password: String? = nil,
        certificates: String? = nil
    ) throws {
        let shift = Shift()
        let clocks = Clocks(
            monotonic: { Kernel.monotonicTime() + shift.time.withLock { $0 } },
            wall: { Kernel.wallTime() }
        )
        loop = try EventLoop(clock: clocks)
        transfers = Transfers(on: loop, agent: "test/1")
        var place = EtcdLocation(endpoints: endpoints, keys: .prefix("/f/"))
        (place.user, place.password) = (user, password.map { .file($0) })
        var settings = FleetSettings(machine: machine, place: place)
        settings.certificates = certificates
        (self.shift, self.clocks, self.settings) = (shift, clocks, settings)
        link = FleetLink(settings, labels: ["region": "eu"], transfers, on: loop, clock: clocks)
        link.whenFault = { [unowned self] in faults.append($0) }
    }

    deinit {
        link.close()
        transfers.close()
    }

    /// Begins again, as tunersync does after its restart.
    func restart() {
        link.close()
        link = FleetLink(settings, labels: ["region": "eu"], transfers, on: loop, clock: clocks)
        link.whenFault = { [unowned self] in faults.append($0) }
    }

    func putClockForward(by time: Duration) { shift.time.withLock { $0 += time } }

    /// Runs the loop until a condition is true; returns false if this takes too long.
    func run(until condition: () throws -> Bool) throws -> Bool {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try !condition() {
            guard Kernel.monotonicTime() < deadline else { return false }
            loop.schedule(after: .milliseconds(5)) {}
            try loop.turn()
        }
        return true
    }

    /// Announces a report, and waits for its end.
    func announce(_ report: FleetReport) throws -> Bool? {
        var end: Bool?
        link.announce(report) { end = $0 }
        _ = try run { end != nil }
        return end
    }

    /// Counts the reports, and waits for the result.
    func count(_ layer: String, _ rollout: String, before stage: Int?) throws -> FleetCounts? {
        var (counts, isDone) = (FleetCounts?.none, false)
        link.count(layer: layer, rollout: rollout, before: stage) { (counts, isDone) = ($0, true) }
        _ = try run { isDone }
        return counts
    }

    static func report(_ state: FleetReport.State, rollout: String = "r8", stage: Int = 1) -> FleetReport {
        FleetReport(layer: "platform", rollout: rollout, stage: stage, state: state, version: "8", time: 0)
    }
}

extension EtcdServer {
    /// The names of the keys below `/f/`.
    func names() throws -> [String] {
        try control(["get", "--prefix", "--keys-only", "/f/"]).output.split(separator: "\n").map {
            String($0.dropFirst(3))
        }
    }

    /// Returns the identity of a key's lease in hexadecimal; nil without a lease.
    func lease(_ name: String) throws -> String? {
        let text = try control(["get", "-w", "fields", "/f/\(name)"]).output
        let line = text.split(separator: "\n").first { $0.hasPrefix("\"Lease\"") }
        return line?.split(separator: " ").last.flatMap { Int64($0) }.map { String($0, radix: 16) }
    }
}
