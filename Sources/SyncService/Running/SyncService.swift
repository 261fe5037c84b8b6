import ClientCore
import JSONCore
import LayerPayloads
import LoopCore
import RPCCore
package import ServiceCore
package import SyncEngine
package import SystemCore
import TransferCore
package import TunerAPI

/// All parts of tunersync, on one event loop: it passes what happens to the engine, and carries out its actions.
package final class SyncService {
    let loop: EventLoop
    let clock: Clocks
    private let path: String
    let store: LayerStore
    let writes: PacedWrites
    /// What was stored last of the status of the sources, as far as it decides something.
    var stored: [SourceStatus] = []
    private let manager: ServiceManager
    private let transfers: Transfers
    let fetcher: Fetcher
    let etcd: EtcdClusters
    private let address: DaemonAddress
    var engine: SyncEngine
    var daemon: DaemonLayers?
    var activeLayers: ActiveLayers?
    var trials: TrialRunner?
    private var signals: TerminationSignals?
    private var file: ChangingFile
    var timer: TimerHeap.ID?
    /// Whether a missing daemon was reported already.
    private var isReported = false
    /// The last fault of the store, so that it is reported once; below the one of the file.
    var storeFault: String?
    private var fileFault: String?
    private var reporting = SourceReporting()
    /// The sources in etcd that are followed.
    var followed: [SyncSource] = []
    /// Whether the configuration was read for the first time.
    private var isStarted = false

    /// Creates all parts.
    ///
    /// The caller holds the lock of the store's directory.
    package init(
        _ configuration: SyncConfiguration,
        at path: String,
        daemon socket: SocketPath,
        state: String,
        for manager: ServiceManager,
        clock: Clocks = .kernel
    ) throws(SystemError) {
        loop = try EventLoop()
        self.clock = clock
        self.path = path
        self.manager = manager
        store = try LayerStore(state)
        writes = PacedWrites(on: loop, clock: clock)
        transfers = Transfers(on: loop, agent: "tunersync/\(API.release)")
        fetcher = Fetcher(transfers, on: loop)
        etcd = EtcdClusters(transfers, on: loop, clock: clock)
        address = DaemonAddress(socket.path, trust: socket.isNamed ? .anyone : .user(Kernel.userID))
        engine = SyncEngine(seed: UInt64.random(in: .min ... .max))
        file = ChangingFile(path)
        signals = try TerminationSignals(on: loop) { [unowned self] signal in receive(signal) }
        etcd.deliver = { [unowned self] layer, outcome in perform(engine.deliver(layer, outcome, at: now)) }
        let kept = store.layers { SyncService.print($0) }
        let records = store.trials { SyncService.print($0) }
        let daemon = DaemonLayers(to: address, on: loop) { [unowned self] event, text in handle(event, text) }
        self.daemon = daemon
        activeLayers = ActiveLayers(in: daemon)
        let trials = TrialRunner(in: daemon, at: address.path, transfers, on: loop, clock: clock)
        self.trials = trials
        trials.deliver = { [unowned self] id, outcome in perform(engine.finishTrial(id, outcome, at: now)) }
        trials.configure(configuration.fleet, labels: configuration.labels)
        for report in records.compactMap(\.report) { trials.publish(report) }
        perform(
            engine.configure(configuration, kept: kept, statuses: store.statuses(), trials: records, at: now)
        )
        daemon.flags.whenKnown = { [unowned self] values in perform(engine.receiveFlags(values, at: now)) }
        daemon.flags.whenRefused = { SyncService.print("the flags of the rules could not be read: \($0)") }
        daemon.flags.subscribe(to: engine.flagKeys, in: engine.labels)
        recheckEachSecond()
    }

    /// Fetches and puts until a signal.
    package func run() throws(SystemError) {
        // Without its manager, tunersync works as well.
        try? manager.notify(.ready, status: "fetching")
        try loop.run()
    }

    var now: SyncMoment {
        SyncMoment(
            steady: .nanoseconds(clock.monotonic().nanoseconds),
            wall: .milliseconds(clock.wall().milliseconds)
        )
    }

    // MARK: What happens

    private func receive(_ signal: Signal) {
        guard signal != .hangup else {
            recheck()
            _ = engine.fetchNow(nil, at: now)
            return schedule()
        }
        try? manager.notify(.stopping, status: "ending")
        etcd.close()
        writes.finish()
        trials?.close()
        transfers.close()
        daemon?.close()
        loop.stop()
    }

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready(let hello):
            if case .integer(let limit)? = hello.limits["message"] { daemon?.messageLimit = limit }
            daemon?.list { [unowned self] layers in
                guard let layers else { return }
                daemon?.confirm()
                isReported = false
                perform(engine.connect(epoch: hello.epoch, layers: layers.map(\.name), at: now))
            }
            daemon?.subscribe()
            reporting.begin()
            report()
        case .lost(let fault):
            engine.disconnect(at: now)
            reporting.end()
            if !isReported { SyncService.print("\(fault.sentence(at: address.path)); tunersync tries again") }
            isReported = true
        case .notification(let method, let parameters): handle(method, parameters, text)
        case .connected, .unmatchedError: break
        }
    }

    private func handle(_ method: JSONRange, _ parameters: JSONRange?, _ text: Span<UInt8>) {
        guard method.isString(API.Sync.requested.name, in: text), let parameters,
            let request = try? SyncRequestedParameters(parameters, in: text)
        else { return }
        for layer in request.reset ?? [] { perform(engine.reset(layer, at: now)) }
        for layer in request.fetch ?? [] { _ = engine.fetchNow(layer, at: now) }
        schedule()
    }

    /// Reports the sources to the daemon, if they differ from the last report and that has a response.
    func report() {
        guard let records = reporting.next(engine.observations) else { return }
        daemon?.report(records) { [unowned self] in
            reporting.confirm()
            report()
        }
    }

    private func recheckEachSecond() {
        recheck()
        etcd.recheckPasswords()
        loop.schedule(after: .seconds(1)) { [unowned self] in recheckEachSecond() }
    }

    /// Reads the configuration if its file has changed.
    private func recheck() {
        do throws(SystemError) {
            guard let text = try file.readIfChanged(at: clock.wall()) else { return }
            fileFault = nil
            configure(text)
            isStarted = true
        } catch {
            let fault = "\(path.shownWhole) cannot be read: \(error.errno) (\(error.errno.name))"
            if fault != fileFault { SyncService.print("the configuration is unchanged: \(fault)") }
            fileFault = fault
        }
    }

    private func configure(_ text: [UInt8]) {
        do throws(ConfigurationFile.Fault) {
            let configuration = try ConfigurationFile.configuration(text, at: path)
            if isStarted { SyncService.print("the configuration is read again") }
            trials?.configure(configuration.fleet, labels: configuration.labels)
            perform(engine.configure(configuration, at: now))
            daemon?.flags.subscribe(to: engine.flagKeys, in: engine.labels)
        } catch {
            for line in error.lines { SyncService.print("the configuration is unchanged: \(line)") }
        }
    }

    static func print(_ sentence: String) { StandardStreams.printError("tunersync: \(sentence)\n") }
}

@available(*, unavailable)
extension SyncService: Sendable {}
