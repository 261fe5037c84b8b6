package import SystemCore

/// Tells a service manager how the daemon is; where nobody wants to know, it tells nobody.
package struct ServiceManager: Sendable {
    /// What it can be told.
    package enum News: String, Sendable {
        /// Clients are served from now on.
        case ready = "READY=1"
        /// The end has begun.
        case stopping = "STOPPING=1"
    }

    /// How long a manager that does not listen may hold up the daemon.
    private static let patience = Duration.seconds(1)

    private let address: DatagramAddress?

    /// Takes the manager's address from the environment.
    package init(_ environment: ServiceEnvironment) throws(PlaceError) {
        guard let text = environment.notifySocket, !text.isEmpty else {
            address = nil
            return
        }
        guard text.hasPrefix("/") || text.hasPrefix("@") else { throw .variable("NOTIFY_SOCKET", text) }
        do {
            address = try DatagramAddress(text)
        } catch {
            throw .variable("NOTIFY_SOCKET", text)
        }
    }

    /// Tells it, with a line that people see.
    package func tell(_ news: News, status: String) throws(SystemError) {
        guard let address else { return }
        let message = Array(ServiceManager.message(news, status: status).utf8)
        try Kernel.sendDatagram(message.span, to: address, within: ServiceManager.patience)
    }

    /// The manager's form of it: a line an assignment.
    package static func message(_ news: News, status: String) -> String {
        let line = String(String.UnicodeScalarView(status.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
        return "\(news.rawValue)\nSTATUS=\(line)"
    }
}
