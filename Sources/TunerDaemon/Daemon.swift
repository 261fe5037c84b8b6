import JSONCore
import OptionCore
import RPCCore
import StateCore
package import SystemCore
import TunerAPI
import TunerStore

/// The whole daemon on one loop: what listens, what answers, what ends it.
package final class Daemon {
    /// How long an orderly end may take.
    private static let patience = Duration.seconds(5)

    private let loop: EventLoop
    private let server: Server
    private let keeper: StateKeeper
    private let publisher: Publisher
    private let serverPublisher: ServerPublisher
    private let store: StateStore
    private let service: ServerService
    private let flagsFile: FlagsFile?
    private let manager: ServiceManager
    private let log: Log
    private var place: Place
    private var signals: TerminationSignals?
    private var isEnding = false

    /// Puts everything together in a place that was taken, for a process that may open so many descriptors.
    package init(
        _ options: DaemonOptions,
        descriptors: Int = .max,
        in place: consuming Place,
        for manager: ServiceManager,
        log: Log,
        clock: Clocks = .kernel
    ) throws {
        let rule = AccessRule(owner: Kernel.userID, group: place.group?.id, groupWrites: options.groupWrites)
        var limits = options.limits
        limits.server.privilegedUsers = rule.privilegedUsers
        if !options.groupWrites {
            limits.server.unprivilegedMessage = limits.readerMessage
        }
        limits.boundConnections(byDescriptors: descriptors)
        let asked = options.limits.server.connections
        if limits.server.connections < asked, asked != ServerLimits().connections {
            log.event(
                .warning,
                "\(limits.server.connections) connections instead of \(asked): the process may open \(descriptors) descriptors "
                    + "(ulimit -n, LimitNOFILE=)"
            )
        }
        self.manager = manager
        self.log = log
        loop = try EventLoop(options.poller, clock: clock)
        let files = KernelFileSystem()
        var rules = StateRules()
        rules.isStrict = options.isStrict
        rules.history.commits = options.history
        rules.limits = limits.state
        // What a message sets must fit into one that tells of it, or imports it.
        rules.limits.valueDepth = max(1, limits.server.framing.nesting - 8)
        let opening = try StateOpening(
            files,
            folder: place.stateFolder,
            rules: rules,
            recovers: options.recovers,
            log: log
        )
        store = try StateStore(
            files,
            folder: place.stateFolder,
            after: opening.recovered,
            opening.state,
            durability: options.durability,
            on: loop,
            log: log
        )
        keeper = StateKeeper(opening.state, opening.softState, in: store, on: loop, clock: clock)
        if let path = options.seed, opening.state.revision == 0 {
            try Seed(files, path).plant(in: keeper)
        }
        flagsFile = options.flags.map { [keeper, loop] path in
            FlagsFile(files, path, keeper, on: loop, clock: clock, log: log)
        }
        flagsFile?.begin()
        if opening.hasNewIdentity {
            keeper.remember { _ in }
        }
        try keeper.begin()
        let publisher = Publisher(keeper, on: loop)
        self.publisher = publisher
        let serverPublisher = ServerPublisher(keeper, store, beside: publisher, on: loop)
        self.serverPublisher = serverPublisher
        service = ServerService(
            ServerService.Facts(
                socket: place.path,
                state: place.stateFolder,
                durability: options.durability,
                limits: limits,
                started: clock.monotonic()
            ),
            keeper,
            store,
            publisher,
            serverPublisher,
            clock: clock
        )
        var methods = MethodTable(valueLimit: limits.state.valueBytes)
        let gate = Gate(rule, keeper, publisher)
        let quota = SubscriptionQuota(limits)
        let subscriptions = SubscriptionService(keeper, publisher, quota)
        let serverSubscriptions = ServerSubscriptionService(
            service,
            keeper,
            serverPublisher,
            quota
        )
        let staged = StagedCalls(limit: options.limits.stagedBytes)
        let layers = LayerService(keeper, staged)
        layers.whenFortuneChanged = { [unowned serverPublisher] in serverPublisher.look() }
        let worlds = WorldService(keeper, rule)
        let contexts = EvaluationContexts(
            targetingKey: opening.targetingKey,
            settings: options.context,
            files
        )
        let flagSubscriptions = FlagSubscriptionService(
            keeper,
            publisher.flags,
            contexts,
            quota
        )
        let stews = StewService(keeper, publisher.stews, contexts, quota)
        service.flagsFile = flagsFile
        serverPublisher.flagsFile = flagsFile
        service.register(in: &methods, gate)
        TunableReader(keeper).register(in: &methods, gate)
        TunableWriter(keeper, staged).register(in: &methods, gate)
        layers.register(in: &methods, gate)
        worlds.register(in: &methods, gate)
        subscriptions.register(in: &methods, gate)
        serverSubscriptions.register(in: &methods, gate)
        FlagEvaluator(keeper, contexts, flagsFile).register(in: &methods, gate)
        FlagWriter(keeper).register(in: &methods, gate)
        flagSubscriptions.register(in: &methods, gate)
        stews.register(in: &methods, gate)
        server = Server(methods: methods, limits: limits.server, loop: loop)
        self.place = place
        service.server = server
        worlds.server = server
        keeper.server = server
        server.whenClosed = { [keeper] peer in
            if let session = peer.session as? Session {
                session.endSubscriptions()
                staged.drop(session)
            }
            keeper.forget(peer)
        }
        service.stop = { [unowned self] in end("server.stop") }
        signals = try TerminationSignals(on: loop) { [unowned self] signal in received(signal) }
        try self.place.listen { (socket) throws(SystemError) in try server.listen(on: socket) }
    }

    /// Serves until it is asked to end; a turn of the loop that takes longer than the limit is logged.
    package func run(turnLimit: Duration = .seconds(10)) throws(SystemError) {
        let address = place.path?.shown ?? "sockets that were passed"
        log.event(.info, "listening on \(address)\(nextStep)", ["socket": .string(place.path ?? "")])
        tell(.ready, "listening on \(address)")
        let watchdog = try watchdog(turnLimit)
        do throws(SystemError) {
            try loop.run()
            watchdog.stop()
        } catch {
            watchdog.stop()
            throw error
        }
        log.event(.info, "ended")
    }

    private func watchdog(_ limit: Duration) throws(SystemError) -> Watchdog {
        let names = server.methods.methods.map(\.name)
        return try Watchdog(loop.pulse, limit: limit) { [log] position in
            let method = position.map { names[$0].description }
            var facts: JSONObject = [:]
            facts["method"] = method.map(JSON.string)
            facts["limit"] = .plain(limit / .seconds(1))
            log.event(.error, Daemon.sentence(aboutTurnLongerThan: limit, method), facts)
        }
    }

    /// Returns the message about a turn that takes longer than a limit.
    static func sentence(aboutTurnLongerThan limit: Duration, _ method: String?) -> String {
        "a turn of the event loop takes longer than \(limit.inSeconds); "
            + (method.map { "the method called last is \($0)" } ?? "no method was called in it")
            + "; until the turn ends nobody is served; a second SIGTERM ends the process at once"
    }

    /// What a person may type now.
    private var nextStep: String {
        guard let path = place.path else { return "" }
        return "; try: tunerctl \(place.isWhereClientsLook ? "" : "--socket \(path.shellWord.shownWhole) ")ping"
    }

    private func received(_ signal: Signal) {
        switch signal {
        case .hangup:
            guard let flagsFile else { return log.event(.info, "there is nothing to read again") }
            flagsFile.look()
        default: end("signal \(signal.number)")
        }
    }

    /// Ends in order; asked again, it ends at once.
    private func end(_ reason: String) {
        log.event(.info, "ending: \(reason)", ["reason": .string(reason)])
        tell(.stopping, "ending")
        place.withdraw()
        let patience = isEnding ? Duration.zero : Daemon.patience
        isEnding = true
        server.end(within: patience) { [loop, keeper, store] in
            keeper.close()
            store.close()
            loop.stop()
        }
    }

    private func tell(_ news: ServiceManager.News, _ status: String) {
        do {
            try manager.tell(news, status: status)
        } catch {
            log.event(.warning, "the service manager cannot be told: \(error)")
        }
    }
}
