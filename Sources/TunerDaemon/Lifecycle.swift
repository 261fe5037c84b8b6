import JSONCore
import LoopCore
import OptionCore
import RPCCore
import ServiceCore
import SystemCore

/// The visible start and end of the daemon: its sockets, the service manager and the log.
final class Lifecycle {
    /// The longest time that an orderly end may take.
    var patience = Duration.seconds(5)

    private var resources: DaemonResources
    private let manager: ServiceManager
    private let log: Log
    private let changes: ChangeLog?
    private let soft: SoftStateStore
    private let store: StateStore
    private let loop: EventLoop
    private var isEnding = false

    init(
        _ resources: consuming DaemonResources,
        _ manager: ServiceManager,
        _ log: Log,
        _ changes: ChangeLog?,
        _ soft: SoftStateStore,
        _ store: StateStore,
        on loop: EventLoop
    ) {
        self.resources = resources
        self.manager = manager
        self.log = log
        self.changes = changes
        self.soft = soft
        self.store = store
        self.loop = loop
    }

    /// Makes a server accept connections from every socket of the resources.
    func listen(_ server: RPCServer) throws(SystemError) {
        try resources.listen { (socket) throws(SystemError) in try server.listen(on: socket) }
    }

    /// Reports to the log and to the service manager that the daemon serves.
    func announce() {
        let address = resources.path?.shown ?? "sockets that were passed"
        log.event(.info, "listening on \(address)\(nextStep)", ["socket": .string(resources.path ?? "")])
        notify(.ready, "listening on \(address)")
    }

    /// A command that the user can type next.
    private var nextStep: String {
        guard let path = resources.path else { return "" }
        return "; try: tunerctl \(resources.isDefaultSocket ? "" : "--socket \(path.shellWord.shownWhole) ")ping"
    }

    /// Stops the server, then the store, then the loop.
    ///
    /// A second call stops the server without waiting.
    func end(_ reason: String, _ server: RPCServer) {
        log.event(.info, "ending: \(reason)", ["reason": .string(reason)])
        notify(.stopping, "ending")
        resources.withdraw()
        let patience = isEnding ? Duration.zero : patience
        isEnding = true
        server.end(within: patience) { [changes, soft, store, loop] in
            soft.save()
            store.close()
            changes?.flush()
            loop.stop()
        }
    }

    private func notify(_ state: ServiceManager.ServiceState, _ status: String) {
        do {
            try manager.notify(state, status: status)
        } catch {
            log.event(.warning, "notifying the service manager failed: \(error)")
        }
    }
}
