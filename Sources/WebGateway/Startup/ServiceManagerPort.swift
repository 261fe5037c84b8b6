package import GatewayFiles
package import NetworkCore
package import SystemCore

/// A port at which the service manager listens, to start a gateway at the first connection.
package enum ServiceManagerPort {
    /// The limit for the start of the gateway.
    private static let patience = Duration.seconds(2)

    /// Connects once, and returns the URL of the gateway that the service manager has started.
    ///
    /// Returns nil if it starts none, or one for another daemon.
    package static func startGateway(at endpoint: Endpoint, _ files: GatewayFiles) throws(SystemError) -> String? {
        _ = try Network.connect(to: endpoint)
        let deadline = Kernel.monotonicTime() + patience
        while Kernel.monotonicTime() < deadline {
            if let status = try files.running() { return status.url }
            try Kernel.sleep(for: .milliseconds(5))
        }
        return nil
    }
}

extension PortHolder {
    /// Whether the process is systemd or a part of it.
    package var isServiceManager: Bool { name?.hasPrefix("systemd") == true }
}
