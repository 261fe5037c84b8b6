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
    private let loop: EventLoop
    private let clock: Clocks
    private let path: String
    private let store: LayerStore
    private let writes: PacedWrites
    /// What was stored last of the status of the sources, as far as it decides something.
    private var stored: [SourceStatus] = []
    private let manager: ServiceManager
    private let transfers: Transfers
    private let fetcher: Fetcher
    private let etcd: EtcdClusters
    private let address: DaemonAddress
    private var engine: SyncEngine
    private var daemon: DaemonLayers?
    private var activeLayers: ActiveLayers?
    private var signals: TerminationSignals?
    private var file: ChangingFile
    private var timer: TimerHeap.ID?
    /// Whether a missing daemon was reported already.
    private var isReported = false
    /// The last faults of the store and of the file, so that each is reported once.
    private var (storeFault, fileFault): (String?, String?)
    private var reporting = SourceReporting()
    /// The sources in etcd that are followed.
    private var followed: [SyncSource] = []
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
        perform(engine.configure(configuration, kept: kept, statuses: store.statuses(), at: now))
        let daemon = DaemonLayers(to: address, on: loop) { [unowned self] event, text in handle(event, text) }
        self.daemon = daemon
        activeLayers = ActiveLayers(in: daemon)
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

    private var now: SyncMoment {
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
            engine.disconnect()
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
    private func report() {
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
            perform(engine.configure(configuration, at: now))
            daemon?.flags.subscribe(to: engine.flagKeys, in: engine.labels)
        } catch {
            for line in error.lines { SyncService.print("the configuration is unchanged: \(line)") }
        }
    }

    // MARK: Actions

    private func perform(_ actions: [SyncAction]) {
        for action in actions { perform(action) }
        schedule()
        followEtcd()
        report()
    }

    /// Follows the sources in etcd that are in use, if they have changed.
    private func followEtcd() {
        let sources = engine.sourcesInUse.filter { $0.etcd != nil }
        guard sources != followed else { return }
        followed = sources
        // A session may be the caller.
        loop.nextTurn { [unowned self] in etcd.configure(followed) }
    }

    private func perform(_ action: SyncAction) {
        switch action {
        case .fetch(let source, _) where source.etcd != nil: etcd.load(source.layer)
        case .fetch(let source, let validators):
            fetcher.fetch(source, validators) { [unowned self] outcome, hasWaited in
                perform(engine.finish(source, outcome, hasWaited: hasWaited, at: now))
            }
        case .put(let source, let payload): put(source, payload)
        case .activate(let layer): activate(layer)
        case .deactivate(let layer): deactivate(layer)
        case .keep(let kept):
            writes.schedule("layer \(kept.layer)") { [unowned self] in
                write { () throws(SystemError) in try store.write(kept) }
            }
        case .remove(let layer):
            writes.cancel("layer \(layer)")
            write { () throws(SystemError) in try store.remove(layer) }
            daemon?.remove(layer)
        case .remember: remember()
        case .report(let report): SyncService.print("the layer \(report.layer) \(report.text)")
        }
    }

    /// Stores the status of the sources: at once if it decides what happens after a restart, else soon.
    private func remember() {
        let decisions = engine.statuses.map(\.decisions)
        guard decisions == stored else {
            stored = decisions
            return write { () throws(SystemError) in try store.write(engine.statuses) }
        }
        writes.schedule("status") { [unowned self] in
            write { () throws(SystemError) in try store.write(engine.statuses) }
        }
    }

    private func put(_ source: SyncSource, _ payload: LayerPayload) {
        var parameters = payload.members
        parameters["name"] = .string(source.layer)
        parameters["source"] = .string(source.shownAddress)
        if let path = source.schema {
            guard let text = try? KernelFileSystem().open(path, .read).readWhole(),
                let schema = try? JSON.parse(text.span)
            else {
                let reason = "the schema \(path.shownWhole) is not a JSON file that can be read"
                return perform(engine.finishPut(source.layer, .postponed(reason), at: now))
            }
            parameters["schema"] = schema
        }
        daemon?.put(parameters) { [unowned self] outcome in
            perform(engine.finishPut(source.layer, outcome, at: now))
        }
    }

    private func activate(_ layer: String) {
        activeLayers?.change(
            { [unowned self] active in engine.order(of: active, adding: layer) },
            { [unowned self] outcome in
                switch outcome {
                case .unchanged: break
                case .changed: perform(engine.finishActivation(layer, nil))
                case .failed(let fault): perform(engine.finishActivation(layer, fault))
                }
            }
        )
    }

    private func deactivate(_ layer: String) {
        activeLayers?.change(
            { active in active.filter { $0 != layer } },
            { [unowned self] outcome in
                let fault: String? = if case .failed(let fault) = outcome { fault } else { nil }
                perform(engine.finishDeactivation(layer, fault, at: now))
            }
        )
    }

    /// Writes to the store.
    ///
    /// If the disk is full, the layer in the daemon is as good as before.
    private func write(_ body: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try body()
            storeFault = nil
        } catch {
            let fault = "could not be written: \(error.errno) (\(error.errno.name))"
            if fault != storeFault { SyncService.print("the copy in \(store.directory.shownWhole) \(fault)") }
            storeFault = fault
        }
    }

    private func schedule() {
        if let timer { loop.cancel(timer) }
        timer = engine.deadline.map { deadline in
            let time = MonotonicTime(nanoseconds: deadline.saturatedNanoseconds)
            return loop.schedule(at: time) { [unowned self] in
                timer = nil
                perform(engine.advance(at: now))
            }
        }
    }

    private static func print(_ sentence: String) { StandardStreams.printError("tunersync: \(sentence)\n") }
}

@available(*, unavailable)
extension SyncService: Sendable {}
