package import SystemCore

/// Notifies a service manager of the program's start and stop; does nothing without a manager.
package struct ServiceManager: Sendable {
    package enum ServiceState: String, Sendable {
        /// The program serves clients from now on.
        case ready = "READY=1"
        /// The program has begun to stop.
        case stopping = "STOPPING=1"
    }

    /// The longest time that a manager which does not read may delay the daemon.
    private static let patience = Duration.seconds(1)

    private let address: DatagramAddress?

    /// Reads the manager's address from the environment.
    package init(_ environment: ServiceEnvironment) throws(ServiceVariableFault) {
        guard let text = environment.notifySocket, !text.isEmpty else {
            address = nil
            return
        }
        guard text.hasPrefix("/") || text.hasPrefix("@") else { throw ServiceVariableFault("NOTIFY_SOCKET", text) }
        do {
            address = try DatagramAddress(text)
        } catch {
            throw ServiceVariableFault("NOTIFY_SOCKET", text)
        }
    }

    /// Sends a state with a status line for the user.
    package func notify(_ state: ServiceState, status: String) throws(SystemError) {
        guard let address else { return }
        let message = Array(ServiceManager.message(state, status: status).utf8)
        try Kernel.sendDatagram(message.span, to: address, within: ServiceManager.patience)
    }

    /// Returns the text for a state: one assignment in each line.
    package static func message(_ state: ServiceState, status: String) -> String {
        let line = String(String.UnicodeScalarView(status.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
        return "\(state.rawValue)\nSTATUS=\(line)"
    }
}
