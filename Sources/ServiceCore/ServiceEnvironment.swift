import SystemCore

/// The environment variables from a service manager.
package struct ServiceEnvironment: Equatable, Sendable {
    private static let names = [
        "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "NOTIFY_SOCKET",
    ]

    /// The number of passed sockets.
    package let listenFDs: String?
    /// The ID of the process that the sockets are for.
    package let listenPID: String?
    /// The address of the socket for notifications to the manager, in the form of ``RawText/path``.
    package let notifySocket: String?

    package init(listenFDs: String? = nil, listenPID: String? = nil, notifySocket: String? = nil) {
        self.listenFDs = listenFDs
        self.listenPID = listenPID
        self.notifySocket = notifySocket
    }

    /// Reads the variables and removes them, so that child processes do not use them.
    ///
    /// No other thread may read or change the environment during the call.
    package static func take() -> ServiceEnvironment {
        let environment = ServiceEnvironment(
            listenFDs: Kernel.environment("LISTEN_FDS"),
            listenPID: Kernel.environment("LISTEN_PID"),
            notifySocket: Kernel.environmentPath("NOTIFY_SOCKET")
        )
        for name in names {
            Kernel.removeFromEnvironment(name)
        }
        return environment
    }

    /// Returns the descriptors that were passed to a process; the first one follows the standard streams.
    package func inherited(by processID: Int32) throws(ServiceVariableFault) -> Range<Int32> {
        let first: Int32 = 3
        guard let listenPID, let listenFDs else { return first..<first }
        guard let pid = Int32(listenPID) else { throw ServiceVariableFault("LISTEN_PID", listenPID) }
        // The variables were meant for a parent process, which did not remove them.
        guard pid == processID else { return first..<first }
        guard let count = Int32(listenFDs), count > 0, count <= .max - first else {
            throw ServiceVariableFault("LISTEN_FDS", listenFDs)
        }
        return first..<first + count
    }
}
