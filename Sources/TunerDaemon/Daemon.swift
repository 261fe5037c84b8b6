import JSONCore
import LoopCore
import RPCCore
package import ServiceCore
import StateCore
package import SystemCore
import TunerAPI
import TunerStore

/// All parts of the daemon, on one event loop.
package final class Daemon {
    private let log: Log
    private let loop: EventLoop
    private let flagsFile: FlagsFileWatch?
    private let lifecycle: Lifecycle
    private let server: RPCServer
    private let states: StateVersions
    private let pipeline: CommitPipeline
    private let signals: TerminationSignals
    private let input: InputEnd?

    /// The longest time that an orderly end may take.
    package var patience: Duration {
        get { lifecycle.patience }
        set { lifecycle.patience = newValue }
    }

    /// Creates all parts of the daemon with resources that are already acquired.
    ///
    /// `descriptors` is the number of descriptors that the process may open. Each part depends only on the parts
    /// created before it.
    package init(
        _ options: DaemonOptions,
        descriptors: Int = .max,
        with resources: consuming DaemonResources,
        for manager: ServiceManager,
        log: Log,
        clock: Clocks = .kernel
    ) throws {
        let rule = AccessRule(owner: Kernel.userID, group: resources.group?.id, groupWrites: options.groupWrites)
        let limits = options.limits(under: rule, descriptors: descriptors, log)
        let (socket, directory) = (resources.path, resources.stateDirectory)
        let files = KernelFileSystem()
        let loop = try EventLoop(options.poller, clock: clock)

        let opening = try StateOpening(
            files,
            directory: directory,
            rules: StateRules(options, limits),
            recovers: options.recovers,
            log: log
        )
        let store = try StateStore(
            files,
            directory: directory,
            after: opening.recovered,
            opening.state,
            durability: options.durability,
            log: log
        )
        let states = StateVersions(opening.state, on: loop, clock: clock)
        let soft = SoftStateStore(opening.softState, states, in: store, on: loop)
        let flags = options.flags.map { path in FlagsFile(files, path, log: log) }
        let sources = SyncSources()
        let quota = SubscriptionQuota(limits)
        let jobs = Jobs(quota)
        let publishers = Publishers(states, soft, store, flags, sources, jobs, on: loop)
        let jobNotifications = JobNotifications(publishers.server, on: loop)
        let changes = ChangeLog(log, states, on: loop)
        let writer = StateWriter(states, store, publishers, changes)
        let owners = WorldOwners(states, publishers)
        let members = WorldMembers(states, publishers)
        if let path = options.seed, opening.state.revision == 0 {
            try Seed(files, path).plant(with: writer)
        }
        let flagsFile = try flags.map { file in
            try FlagsFileWatch(file, states, writer, publishers.server, on: loop, clock: clock)
        }
        if opening.hasNewIdentity {
            soft.remember { _ in }
        }

        let lifecycle = Lifecycle(resources, manager, log, changes, soft, store, on: loop)
        let gate = Gate(rule: rule)
        let staged = StagedCalls(limit: limits.stagedBytes)
        let contexts = EvaluationContexts(
            targetingKey: opening.targetingKey,
            settings: options.context,
            files
        )
        let evaluations = EvaluationCounts()
        let service = ServerService(
            socket: socket,
            directory: directory,
            durability: options.durability,
            limits: limits,
            rule: rule,
            started: clock.monotonic(),
            startTime: clock.wall(),
            states: states,
            members: members,
            store: store,
            evaluations: evaluations,
            applied: publishers.applied,
            flagsFile: flags,
            deliveries: publishers.deliveries,
            lifecycle: lifecycle,
            clock: clock
        )
        var methods = DaemonMethods(gate, states, members, publishers.deliveries, valueLimit: limits.state.valueBytes)
        service.register(in: &methods)
        ProgramService(rule: rule, states: states).register(in: &methods)
        let lookup = SubscriberLookup(states: states, publisher: publishers.tunables, rule: rule)
        let preloader = LookupPreloader(states)
        TunableReader(states: states, soft: soft, lookup: lookup, preloader: preloader).register(in: &methods)
        TunableWriter(states: states, soft: soft, writer: writer, staged: staged).register(in: &methods)
        TryService(states: states, writer: writer).register(in: &methods)
        LayerService(
            states: states,
            soft: soft,
            writer: writer,
            publisher: publishers.server,
            staged: staged,
            sources: sources
        ).register(in: &methods)
        SyncSourceService(
            sources: sources,
            states: states,
            soft: soft,
            publisher: publishers.sync,
            server: publishers.server,
            quota: quota
        ).register(in: &methods)
        WorldService(states: states, soft: soft, writer: writer, owners: owners, members: members, rule: rule)
            .register(in: &methods)
        SubscriptionService(states: states, publisher: publishers.tunables, quota: quota)
            .register(in: &methods)
        AppliedService(states: states, lookup: lookup, reports: publishers.applied, quota: quota)
            .register(in: &methods)
        JobService(jobs: jobs, notifications: jobNotifications, states: states).register(in: &methods)
        ServerSubscriptionService(service: service, states: states, publisher: publishers.server, quota: quota)
            .register(in: &methods)
        FlagEvaluator(states: states, contexts: contexts, counts: evaluations, file: flags)
            .register(in: &methods)
        FlagWriter(states: states, writer: writer).register(in: &methods)
        FlagSubscriptionService(states: states, publisher: publishers.flags, contexts: contexts, quota: quota)
            .register(in: &methods)
        StewService(states: states, soft: soft, contexts: contexts, publisher: publishers.stews, quota: quota)
            .register(in: &methods)

        let server = RPCServer(methods: methods.table, limits: limits.server, loop: loop) { peer in
            if let session = peer.session as? Session {
                session.endSubscriptions()
                staged.drop(session)
                if sources.drop(session) { publishers.server.recheck() }
                if jobs.drop(session, at: states.now) { jobNotifications.noteChange() }
            }
            owners.endWorlds(of: peer)
            members.remove(peer)
        }
        let overrides = DeadlineTimer(writer, states, on: loop)
        pipeline = try CommitPipeline(states, soft, store, overrides, flagsFile, publishers, members, server, changes)
        try pipeline.begin()
        signals = try TerminationSignals(on: loop) { signal in
            switch signal {
            case .hangup:
                if log.reopen() {
                    log.event(.info, "SIGHUP: checked the log file")
                } else if flagsFile == nil {
                    log.event(.info, "SIGHUP has no effect without --flags and --log-file")
                }
                flagsFile?.recheck()
            default: lifecycle.end("signal \(signal.number)", server)
            }
        }
        do {
            input =
                try options.stopsAtEndOfInput
                ? InputEnd(on: loop) { lifecycle.end("end of standard input", server) } : nil
        } catch is InputEnd.CannotEnd {
            throw StartupError.inputCannotEnd
        }
        try lifecycle.listen(server)
        self.log = log
        self.loop = loop
        self.flagsFile = flagsFile
        self.lifecycle = lifecycle
        self.server = server
        self.states = states
    }

    /// Serves until the daemon is requested to stop; logs a turn of the event loop that takes longer than `turnLimit`.
    package func run(turnLimit: Duration = .seconds(10)) throws(SystemError) {
        lifecycle.announce()
        LoggedState.write(states.committed, to: log)
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
            + "; until the turn ends, the daemon handles no requests; a second SIGTERM ends the process at once"
    }
}

extension DaemonOptions {
    /// Returns the limits for an access rule, in a process that may open `descriptors` descriptors.
    fileprivate func limits(under rule: AccessRule, descriptors: Int, _ log: Log) -> DaemonLimits {
        var limits = limits
        limits.server.privilegedUsers = rule.privilegedUsers
        if !groupWrites {
            limits.server.unprivilegedMessage = limits.readerMessage
        }
        let requested = limits.server.connections
        limits.boundConnections(byDescriptors: descriptors)
        if limits.server.connections < requested, requested != ServerLimits().connections {
            log.event(
                .warning,
                "the limit is \(limits.server.connections) connections instead of \(requested), because the process may "
                    + "open only \(descriptors) descriptors; raise the limit with ulimit -n or LimitNOFILE="
            )
        }
        return limits
    }
}

extension StateRules {
    fileprivate init(_ options: DaemonOptions, _ limits: DaemonLimits) {
        self.init()
        isStrict = options.isStrict
        history.commits = options.history
        self.limits = limits.state
        // A value must also fit into notifications and imports, which add up to eight levels of nesting.
        self.limits.valueDepth = max(1, limits.server.framing.nesting - 8)
    }
}
