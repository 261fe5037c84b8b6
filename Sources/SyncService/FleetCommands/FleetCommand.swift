import JSONCore
import LayerPayloads
import ServiceCore
package import SyncEngine
package import SystemCore

/// A command for the fleet: it reads and writes the etcd of the fleet.
package struct FleetCommand {
    let options: FleetOptions
    let fleet: FleetSettings
    let source: SyncSource
    let etcd: FleetEtcd
    let clock: Clocks

    /// Creates a command with the fleet and the layers of a configuration.
    package init(_ options: FleetOptions, _ configuration: SyncConfiguration, clock: Clocks = .kernel) throws {
        guard let fleet = configuration.fleet else {
            throw FleetFault("the configuration has no member \"fleet\"; add it, as docs/fleet.md shows")
        }
        (self.options, self.fleet, self.clock) = (options, fleet, clock)
        source = try FleetCommand.source(options.layer, in: configuration)
        let places = [source.etcd?.endpoints ?? [], fleet.place.endpoints].map { $0.sorted() }
        guard places[0] == places[1] else {
            throw FleetFault(
                "the layer \(source.layer) and the fleet have different endpoints; use the same ones, because etcd stores a "
                    + "change and its history in one transaction"
            )
        }
        etcd = try FleetEtcd(fleet)
    }

    /// Returns the source of a layer that is stored in one key of etcd; without a name, the only such source.
    private static func source(_ layer: String?, in configuration: SyncConfiguration) throws -> SyncSource {
        let sources = configuration.sources.filter { source in
            if case .key? = source.etcd?.keys { source.format == .layer } else { false }
        }
        if let layer {
            guard let source = sources.first(where: { $0.layer == layer }) else {
                let nearest = NearestName.nearest(to: layer, among: sources.map(\.layer))
                throw FleetFault(
                    "the configuration has no layer \(layer.shown) in a key of etcd\(NearestName.question(nearest))"
                )
            }
            return source
        }
        guard sources.count == 1, let source = sources.first else {
            throw FleetFault(
                sources.isEmpty
                    ? "the configuration has no layer in a key of etcd"
                    : "the configuration has several layers in etcd; use --layer with one of "
                        + sources.map(\.layer).joined(separator: ", ")
            )
        }
        return source
    }

    /// The key of the layer's document.
    var key: String { source.etcd?.name(in: source.context) ?? "" }

    var now: WallTime { clock.wall() }

    /// Runs the command, and returns the exit code.
    package func run() throws -> Int32 {
        switch options.action {
        case .put(let file): try put(file)
        case .status: try showStatus()
        case .approve(let stage): try approve(stage)
        case .pause: try decide("pause") { (document) throws(RolloutDocument.Fault) in try document.pause(at: now) }
        case .resume: try decide("resume") { (document) throws(RolloutDocument.Fault) in try document.resume(at: now) }
        case .abort: try decide("abort") { (document) throws(RolloutDocument.Fault) in try document.abort(at: now) }
        case .history: try showHistory()
        case .machines: try showMachines()
        case .help: StandardStreams.print(FleetHelp.text(terminalColumns: StandardStreams.columns))
        }
        return 0
    }

    // MARK: The document

    /// Returns the document and its revision; nil if there is none.
    func document() throws -> (document: RolloutDocument, revision: Int64)? {
        guard let item = try etcd.item(key) else { return nil }
        do throws(RolloutDocument.Fault) {
            return (try RolloutDocument(item.value), item.revision)
        } catch {
            throw FleetFault("the layer \(source.layer) in etcd cannot be used: \(error)")
        }
    }

    /// Writes the document, unless somebody has changed it since it was read.
    func write(_ document: RolloutDocument, ifRevision revision: Int64, _ entry: FleetHistoryEntry) throws {
        let pairs = [
            (key, document.text), (FleetHistoryEntry.key(source.layer, after: revision, etcd.keys), entry.text),
        ]
        guard try etcd.write(pairs, ifRevision: revision, of: key) else {
            throw FleetFault(
                "somebody has changed the layer \(source.layer) since it was read; nothing was written, run the command again"
            )
        }
    }

    /// Applies a decision of a person to the document, and writes it.
    func decide(_ action: String, _ body: (inout RolloutDocument) throws(RolloutDocument.Fault) -> Void) throws {
        guard let (stored, revision) = try document() else {
            throw FleetFault("etcd has no layer \(source.layer); use tunerctl fleet put FILE")
        }
        var document = stored
        do throws(RolloutDocument.Fault) {
            try body(&document)
        } catch {
            throw FleetFault(error.description)
        }
        let entry = FleetHistoryEntry(action, at: now, document)
        try write(document, ifRevision: revision, entry)
        StandardStreams.print("\(source.layer): \(entry.sentence)\n")
    }

    private func approve(_ stage: Int?) throws {
        guard let (document, _) = try document(), let rollout = document.rollout else {
            throw FleetFault("the layer \(source.layer) has no rollout")
        }
        let reverted = try etcd.counts(
            below: [etcd.keys.reports(layer: source.layer, rollout: rollout.id, state: .reverted)]
        )[0]
        try decide("approve") { (document) throws(RolloutDocument.Fault) in
            try document.approve(stage, at: now, knowing: reverted)
        }
        if reverted > 0 {
            StandardStreams.print("\(source.layer): from now on, only reverts beyond the \(reverted) so far count\n")
        }
        guard let (approved, _) = try self.document(), let plan = approved.rollout, let number = plan.approval?.stage
        else {
            return
        }
        if plan.isPaused {
            StandardStreams.print("\(source.layer): the rollout is paused; to continue: tunerctl fleet resume\n")
        } else if let start = plan.stage(number).start, start > .milliseconds(now.milliseconds) {
            StandardStreams.print("\(source.layer): the stage opens at its start, \(plan.openingWords(of: number))\n")
        }
    }
}
