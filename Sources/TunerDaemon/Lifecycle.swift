import JSONCore
import OptionCore
import RPCCore
import SystemCore

/// What the outside sees of the daemon's start and end: its place, the service manager, the log.
final class Lifecycle {
    /// How long an orderly end may take.
    private static let patience = Duration.seconds(5)

    private var place: Place
    private let manager: ServiceManager
    private let log: Log
    private let soft: SoftStateKeeper
    private let store: StateStore
    private let loop: EventLoop
    private var isEnding = false

    init(
        _ place: consuming Place,
        _ manager: ServiceManager,
        _ log: Log,
        _ soft: SoftStateKeeper,
        _ store: StateStore,
        on loop: EventLoop
    ) {
        self.place = place
        self.manager = manager
        self.log = log
        self.soft = soft
        self.store = store
        self.loop = loop
    }

    /// Lets a server accept connections from every socket of the place.
    func listen(_ server: Server) throws(SystemError) {
        try place.listen { (socket) throws(SystemError) in try server.listen(on: socket) }
    }

    /// Says that the daemon serves.
    func announce() {
        let address = place.path?.shown ?? "sockets that were passed"
        log.event(.info, "listening on \(address)\(nextStep)", ["socket": .string(place.path ?? "")])
        notify(.ready, "listening on \(address)")
    }

    /// What a person may type now.
    private var nextStep: String {
        guard let path = place.path else { return "" }
        return "; try: tunerctl \(place.isWhereClientsLook ? "" : "--socket \(path.shellWord.shownWhole) ")ping"
    }

    /// Ends a server, the store and the loop in order; asked again, it ends at once.
    func end(_ reason: String, _ server: Server) {
        log.event(.info, "ending: \(reason)", ["reason": .string(reason)])
        notify(.stopping, "ending")
        place.withdraw()
        let patience = isEnding ? Duration.zero : Lifecycle.patience
        isEnding = true
        server.end(within: patience) { [soft, store, loop] in
            soft.save()
            store.close()
            loop.stop()
        }
    }

    private func notify(_ news: ServiceManager.News, _ status: String) {
        do {
            try manager.tell(news, status: status)
        } catch {
            log.event(.warning, "the service manager cannot be told: \(error)")
        }
    }
}
