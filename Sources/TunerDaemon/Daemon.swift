import JSONCore
import RPCCore
package import SystemCore
import TunerAPI

/// The whole daemon on one loop: what listens, what answers, what ends it.
package final class Daemon {
    /// How long an orderly end may take.
    private static let patience = Duration.seconds(5)

    private let loop: EventLoop
    private let server: Server
    private let service: ServerService
    private let manager: ServiceManager
    private let log: Log
    private var place: Place
    private var signals: TerminationSignals?
    private var isEnding = false

    /// Puts everything together in a place that was taken.
    package init(
        _ options: DaemonOptions,
        in place: consuming Place,
        for manager: ServiceManager,
        log: Log,
        clock: Clocks = .kernel
    ) throws(SystemError) {
        self.manager = manager
        self.log = log
        loop = try EventLoop(options.poller, clock: clock)
        service = ServerService(
            ServerService.Facts(
                socket: place.path,
                state: place.stateFolder,
                epoch: Daemon.newEpoch(),
                limits: options.limits,
                started: clock.monotonic()
            ),
            clock: clock
        )
        let rule = AccessRule(owner: Kernel.userID, group: place.group?.id, groupWrites: options.groupWrites)
        var methods = MethodTable()
        service.register(in: &methods, rule)
        server = Server(methods: methods, limits: options.limits, loop: loop)
        self.place = place
        service.server = server
        service.stop = { [unowned self] in end("server.stop") }
        signals = try TerminationSignals(on: loop) { [unowned self] signal in received(signal) }
        try self.place.listen { (socket) throws(SystemError) in try server.listen(on: socket) }
    }

    /// Serves until it is asked to end.
    package func run() throws(SystemError) {
        let address = place.path?.shown ?? "sockets that were passed"
        log.event(.info, "listening on \(address)", ["socket": .string(place.path ?? "")])
        tell(.ready, "listening on \(address)")
        try loop.run()
        log.event(.info, "ended")
    }

    private func received(_ signal: Signal) {
        switch signal {
        case .hangup: log.event(.info, "there is nothing to read again")
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
        server.end(within: patience) { [loop] in loop.stop() }
    }

    private func tell(_ news: ServiceManager.News, _ status: String) {
        do {
            try manager.tell(news, status: status)
        } catch {
            log.event(.warning, "the service manager cannot be told: \(error)")
        }
    }

    /// Names a state that is new.
    private static func newEpoch() -> String {
        String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
    }
}
