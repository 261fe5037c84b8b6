import JSONCore
import LayerPayloads
import LoopCore
import ServiceCore
import SyncEngine
import SystemCore
import TransferCore

/// Carries out what the trials of contents need: reports to the fleet, checks, and calls of the daemon.
final class TrialRunner {
    private let transfers: Transfers
    private let loop: EventLoop
    private let clock: Clocks
    private let daemon: DaemonLayers
    private let checks: CheckRunner
    /// The path of the daemon's socket, for the programs that check.
    private let socket: String
    private var settings: FleetSettings?
    private var labels = JSONObject()
    private var link: FleetLink?
    /// The last report of each layer, for a new link.
    private var reports: [String: FleetReport] = [:]
    private var versions = JSONObject()
    /// Receives what has come of each call.
    var deliver: (TrialID, TrialOutcome) -> Void = { _, _ in }

    init(in daemon: DaemonLayers, at socket: String, _ transfers: Transfers, on loop: EventLoop, clock: Clocks) {
        (self.daemon, self.transfers, self.loop, self.clock) = (daemon, transfers, loop, clock)
        // A check runs in another directory.
        self.socket = Path.isAbsolute(socket) ? socket : Kernel.currentDirectory.map { "\($0)/\(socket)" } ?? socket
        checks = CheckRunner(on: loop)
    }

    /// Takes the settings of a configuration, which replace earlier ones.
    func configure(_ settings: FleetSettings?, labels: JSONObject) {
        guard settings != self.settings || labels != self.labels else { return }
        (self.settings, self.labels) = (settings, labels)
        link?.close()
        link = settings.map { FleetLink($0, labels: labels, transfers, on: loop, clock: clock) }
        link?.whenFault = { fault in
            StandardStreams.printError(
                "tunersync: \(fault.map { "the fleet: \($0)" } ?? "the fleet is reached again")\n"
            )
        }
        link?.show(versions)
        for layer in reports.keys.sorted() { if let report = reports[layer] { link?.publish(report) } }
    }

    /// Carries out a call; the outcome is delivered later, and never during this call.
    func perform(_ call: TrialCall, of id: TrialID, _ parameters: (SyncSource, LayerPayload) -> JSONObject?) {
        let finish = { [unowned self] (outcome: TrialOutcome) in deliver(id, outcome) }
        switch call {
        case .count(let rollout, let before):
            guard let link else { return loop.nextTurn { finish(.counted(nil)) } }
            link.count(layer: id.layer, rollout: rollout, before: before) { finish(.counted($0)) }
        case .announce(let report):
            guard let link else { return loop.nextTurn { finish(.announced(false)) } }
            reports[report.layer] = report
            link.announce(report) { finish(.announced($0)) }
        case .put(let source, let payload, let seconds):
            guard var parameters = parameters(source, payload) else {
                return loop.nextTurn { finish(.put(.postponed("the schema cannot be read"))) }
            }
            parameters["for"] = .integer(seconds)
            daemon.put(parameters) { finish(.put($0)) }
        case .check(let check, let report):
            checks.run(check, in: settings?.checks, environment: environment(for: report)) { finish(.checked($0)) }
        case .keep: daemon.keep(id.layer) { finish(.ended($0)) }
        case .revert: daemon.revert(id.layer) { finish(.ended($0)) }
        }
    }

    /// Publishes what the machine has done with a content.
    func publish(_ report: FleetReport) {
        reports[report.layer] = report
        link?.publish(report)
    }

    /// Shows the version of each layer's last known good content.
    func show(_ versions: JSONObject) {
        guard versions != self.versions else { return }
        self.versions = versions
        link?.show(versions)
    }

    /// Forgets the report of a layer.
    func forget(_ layer: String) {
        reports[layer] = nil
        link?.forget(layer: layer)
    }

    func close() {
        checks.close()
        link?.close()
    }

    private func environment(for report: FleetReport) -> [(String, String)] {
        [
            ("TUNER_SOCKET", socket), ("TUNER_LAYER", report.layer), ("TUNER_ROLLOUT", report.rollout),
            ("TUNER_STAGE", "\(report.stage)"), ("TUNER_VERSION", report.version ?? ""),
        ]
    }
}

@available(*, unavailable)
extension TrialRunner: Sendable {}
