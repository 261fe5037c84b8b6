import SystemCore

/// What a service manager says to the programs that it starts.
package struct ServiceEnvironment: Equatable, Sendable {
    private static let names = [
        "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "NOTIFY_SOCKET",
    ]

    /// How many sockets the manager has passed.
    package let listenFDs: String?
    /// Which process they are for.
    package let listenPID: String?
    /// Where the manager hears how the program is.
    package let notifySocket: String?

    package init(listenFDs: String? = nil, listenPID: String? = nil, notifySocket: String? = nil) {
        self.listenFDs = listenFDs
        self.listenPID = listenPID
        self.notifySocket = notifySocket
    }

    /// Reads what is meant for this program and takes it out, so that programs that it starts do not take it for theirs.
    ///
    /// Nobody else may read or change the environment while this runs.
    package static func take() -> ServiceEnvironment {
        let environment = ServiceEnvironment(
            listenFDs: Kernel.environment("LISTEN_FDS"),
            listenPID: Kernel.environment("LISTEN_PID"),
            notifySocket: Kernel.environment("NOTIFY_SOCKET")
        )
        for name in names {
            Kernel.removeFromEnvironment(name)
        }
        return environment
    }

    /// The descriptors that were passed to a process; they begin behind the standard streams.
    package func inherited(by processID: Int32) throws(PlaceError) -> Range<Int32> {
        let first: Int32 = 3
        guard let listenPID, let listenFDs else { return first..<first }
        guard let pid = Int32(listenPID) else { throw .variable("LISTEN_PID", listenPID) }
        // Whoever started us had inherited them, and has left the variables behind.
        guard pid == processID else { return first..<first }
        guard let count = Int32(listenFDs), count > 0, count <= .max - first else {
            throw .variable("LISTEN_FDS", listenFDs)
        }
        return first..<first + count
    }
}
