import LoopCore
import ServiceCore

/// The start and the end of the gateway: the service manager, and the loop.
final class GatewayLifecycle {
    /// The longest time that an orderly end may take.
    private static let patience = Duration.seconds(5)

    private let manager: ServiceManager
    private let loop: EventLoop
    private var isEnding = false

    init(_ manager: ServiceManager, on loop: EventLoop) {
        self.manager = manager
        self.loop = loop
    }

    /// Reports to the service manager that the gateway serves.
    func announce(_ url: String) { notify(.ready, "serving \(url)") }

    /// Stops the server, then the loop.
    ///
    /// A second call stops the server without waiting.
    func end(_ server: HTTPServer) {
        notify(.stopping, "ending")
        let patience = isEnding ? Duration.zero : GatewayLifecycle.patience
        isEnding = true
        server.end(within: patience) { [loop] in loop.stop() }
    }

    private func notify(_ state: ServiceManager.ServiceState, _ status: String) {
        // Without its manager, the gateway still serves.
        try? manager.notify(state, status: status)
    }
}
