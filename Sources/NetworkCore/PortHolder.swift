import SystemCore

/// The process that listens on a port, for a message.
package struct PortHolder: Equatable, Sendable {
    /// The user of the process.
    package let user: UInt32
    /// The ID of the process; nil if this process may not see the files of the other one.
    package let processID: Int32?
    package let name: String?

    /// The limits for the processes and for their open files that are examined.
    private static let most = (processes: 4_096, files: 65_536)

    /// Finds the process that listens at an endpoint or on its port of every address; nil if there is none.
    package init?(of endpoint: Endpoint) {
        guard let socket = SocketTable.listener(at: endpoint) else { return nil }
        user = socket.user
        processID = PortHolder.process(with: socket.inode)
        name = processID.flatMap { Kernel.processName(of: $0) }
    }

    private static func process(with inode: UInt64) -> Int32? {
        let link = "socket:[\(inode)]"
        var files = 0
        // A child between fork and exec has the files of its parent, which is older.
        let processes = ((try? Kernel.names(in: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        for process in processes.prefix(most.processes) {
            // The files of another user's process cannot be listed.
            for file in (try? Kernel.names(in: "/proc/\(process)/fd")) ?? [] {
                files += 1
                guard files <= most.files else { return nil }
                if (try? Kernel.target(ofLink: "/proc/\(process)/fd/\(file)")) == link {
                    return process
                }
            }
        }
        return nil
    }
}
