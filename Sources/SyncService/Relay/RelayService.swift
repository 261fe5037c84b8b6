import JSONCore
import LayerPayloads
import LoopCore
package import NetworkCore
package import ServiceCore
package import SyncEngine
package import SystemCore
import TransferCore
import TunerAPI

/// The relay mode of tunersync: follows its sources, and serves their layers to other machines by HTTP, without a daemon.
package final class RelayService {
    private let loop: EventLoop
    private let clock: Clocks
    private let path: String
    private let store: LayerStore
    private let writes: PacedWrites
    private let manager: ServiceManager
    private let transfers: Transfers
    private let fetcher: Fetcher
    private let etcd: EtcdClusters
    private let server: RelayServer
    /// Where the relay listens.
    package let endpoint: Endpoint
    private var engine: SyncEngine
    private var signals: TerminationSignals?
    private var file: ChangingFile
    private var settings: RelaySettings
    private var timer: TimerHeap.ID?
    /// The last faults of the store, the file and the token, so that each is reported once.
    private var (storeFault, fileFault, tokenFault): (String?, String?, String?)
    /// The sources in etcd whose keys the relay follows.
    private var followed: [SyncSource] = []
    /// The layers that are served, and those of all sources.
    private var served: (names: [String], known: [String]) = ([], [])
    /// The content of a fetch while the engine decides about its outcome.
    private var arrived: RelayedLayer?
    private var isStarted = false

    /// Creates all parts, and listens.
    ///
    /// The caller holds the lock of the store's directory. `descriptors` is the number of descriptors that the process may
    /// open.
    package init(
        _ configuration: SyncConfiguration,
        at path: String,
        on endpoint: Endpoint,
        state: String,
        descriptors: Int,
        for manager: ServiceManager,
        clock: Clocks = .kernel
    ) throws {
        let token = try RelayService.token(of: configuration, on: endpoint)
        let loop = try EventLoop()
        (self.loop, self.clock, self.path, self.manager) = (loop, clock, path, manager)
        settings = configuration.relay
        store = try LayerStore(state)
        writes = PacedWrites(on: loop, clock: clock)
        transfers = Transfers(on: loop, agent: "tunersync/\(API.release)")
        fetcher = Fetcher(transfers, on: loop)
        etcd = EtcdClusters(transfers, on: loop, clock: clock)
        server = RelayServer(
            RelayLayers(isLocal: endpoint.address.isLoopback),
            RelayLimits(descriptors: descriptors),
            on: loop,
            clock: clock
        )
        engine = SyncEngine(seed: UInt64.random(in: .min ... .max), isRelay: true)
        file = ChangingFile(path)
        do throws(SystemError) {
            self.endpoint = try server.listen(at: endpoint)
        } catch {
            throw RelayFault.cannotListen(error)
        }
        server.require(token)
        signals = try TerminationSignals(on: loop) { [unowned self] signal in receive(signal) }
        etcd.deliver = { [unowned self] layer, outcome in
            guard let source = engine.sourcesInUse.first(where: { $0.layer == layer }) else { return }
            receive(outcome, of: source) { engine.deliver(layer, outcome, at: now) }
        }
        begin(with: configuration)
        recheckEachSecond()
    }

    private func begin(with configuration: SyncConfiguration) {
        let relayed = store.relayedLayers { RelayService.print($0) }
        let kept = relayed.compactMap(\.kept)
        perform(engine.configure(configuration, kept: kept, statuses: store.statuses(), at: now))
        for layer in relayed where layer.kept != nil && engine.sourcesInUse.contains(where: { $0.layer == layer.layer })
        {
            _ = server.publish(layer.bytes, as: layer.layer)
        }
        // The engine needs a daemon with these layers; the relay acts as this daemon.
        perform(engine.connect(epoch: "relay", layers: configuration.sources.map(\.layer), at: now))
    }

    /// Serves requests until a signal ends the relay.
    package func run() throws(SystemError) {
        RelayService.print("the relay listens on \(endpoint)")
        // A relay without a service manager works, too.
        try? manager.notify(.ready, status: "serving \(endpoint)")
        try loop.run()
    }

    private var now: SyncMoment {
        SyncMoment(
            steady: .nanoseconds(clock.monotonic().nanoseconds),
            wall: .milliseconds(clock.wall().milliseconds)
        )
    }

    /// Returns the token that each request must have; nil if none must.
    private static func token(
        of configuration: SyncConfiguration,
        on endpoint: Endpoint
    ) throws(RelayFault) -> String? {
        if let key = configuration.sources.lazy.compactMap({ $0.rule?.flagKeys.first }).first { throw .flag(key) }
        guard let value = configuration.relay.token else {
            guard configuration.relay.isOpen || endpoint.address.isLoopback else { throw .open(endpoint) }
            return nil
        }
        do throws(FetchFault) {
            return try SecretFields([SyncSource.Field(name: "token", value: value)]).secret.first?.value
        } catch {
            throw .token(error)
        }
    }

    // MARK: What happens

    private func receive(_ signal: Signal) {
        guard signal != .hangup else {
            recheck()
            _ = engine.fetchNow(nil, at: now)
            return schedule()
        }
        try? manager.notify(.stopping, status: "ending")
        server.close()
        etcd.close()
        writes.finish()
        transfers.close()
        loop.stop()
    }

    /// Lets the engine decide about an outcome; ``arrived`` has the content during this decision.
    private func receive(_ outcome: FetchOutcome, of source: SyncSource, _ decide: () -> [SyncAction]) {
        if case .content(let bytes, let validators) = outcome { arrived = RelayedLayer(source, bytes, validators) }
        perform(decide())
        arrived = nil
    }

    private func recheckEachSecond() {
        recheck()
        recheckToken()
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
            if fault != fileFault { RelayService.print("the configuration is unchanged: \(fault)") }
            fileFault = fault
        }
    }

    private func configure(_ text: [UInt8]) {
        do {
            let configuration = try ConfigurationFile.configuration(text, at: path)
            server.require(try RelayService.token(of: configuration, on: endpoint))
            settings = configuration.relay
            if isStarted { RelayService.print("the configuration is read again") }
            perform(engine.configure(configuration, at: now))
        } catch let fault as ConfigurationFile.Fault {
            for line in fault.lines { RelayService.print("the configuration is unchanged: \(line)") }
        } catch {
            RelayService.print("the configuration is unchanged: \(error)")
        }
    }

    /// Reads the token again, because its file may have changed.
    private func recheckToken() {
        var configuration = SyncConfiguration()
        configuration.relay = settings
        do throws(RelayFault) {
            server.require(try RelayService.token(of: configuration, on: endpoint))
            tokenFault = nil
        } catch {
            if tokenFault != error.description { RelayService.print("the token is unchanged: \(error)") }
            tokenFault = error.description
        }
    }

    // MARK: Actions

    private func perform(_ actions: [SyncAction]) {
        for action in actions { perform(action) }
        schedule()
        let sources = engine.sourcesInUse
        serve(sources.map(\.layer), of: engine.statuses.map(\.layer))
        follow(sources.filter { $0.etcd != nil })
    }

    /// Serves the layers whose sources are in use.
    private func serve(_ names: [String], of known: [String]) {
        guard served != (names, known) else { return }
        served = (names, known)
        server.serve(names, keeping: known)
    }

    /// Follows sources in etcd.
    private func follow(_ sources: [SyncSource]) {
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
                receive(outcome, of: source) { engine.finish(source, outcome, hasWaited: hasWaited, at: now) }
            }
        case .put(let source, _): publish(source)
        case .remember:
            writes.schedule("status") { [unowned self] in
                write { () throws(SystemError) in try store.write(engine.statuses) }
            }
        case .report(let report): RelayService.print("the layer \(report.layer) \(report.text)")
        // `publish` stores the content. A relay has no active layers, and takes no part in rollouts.
        case .keep, .remove, .activate, .deactivate, .trial, .rememberTrial, .forgetTrial: break
        }
    }

    /// Serves the content that has arrived; changes nothing if the engine puts content that is already served.
    private func publish(_ source: SyncSource) {
        var isNew = false
        if let arrived, arrived.layer == source.layer {
            isNew = server.publish(arrived.bytes, as: source.layer)
            writes.schedule("layer \(source.layer)") { [unowned self] in
                write { () throws(SystemError) in try store.write(arrived) }
            }
        }
        perform(engine.finishPut(source.layer, .accepted(changed: isNew), at: now))
    }

    /// Writes to the store; if the disk is full, the layers are served as before.
    private func write(_ body: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try body()
            storeFault = nil
        } catch {
            let fault = "could not be written: \(error.errno) (\(error.errno.name))"
            if fault != storeFault { RelayService.print("the copy in \(store.directory.shownWhole) \(fault)") }
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
extension RelayService: Sendable {}
