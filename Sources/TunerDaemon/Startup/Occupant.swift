import SystemCore

/// The kind of file at the path of a future socket.
enum Occupant: Equatable {
    case absent
    /// A socket on which no process listens any more.
    case stale
    /// A socket on which a process listens; the process ID is nil if it is unknown.
    case listening(pid: Int32?)
    /// Another kind of file, which the daemon must not remove.
    case other(FileStatus.Kind)

    /// Checks the path, and tries to connect if it is a socket.
    init(of address: UnixAddress) throws(SystemError) {
        do throws(SystemError) {
            let kind = try Kernel.status(of: address.path, followingLinks: false).kind
            self = kind == .socket ? try Occupant.listener(at: address) : .other(kind)
        } catch  where error.errno == .noSuchFile {
            self = .absent
        }
    }

    private static func listener(at address: UnixAddress) throws(SystemError) -> Occupant {
        do throws(SystemError) {
            switch try Kernel.connectWithoutWaiting(to: address) {
            case .connected(let socket): return .listening(pid: try Kernel.peerCredentials(of: socket).pid)
            case .inProgress: return .listening(pid: nil)
            case .queueFull: return .listening(pid: nil)
            }
        } catch  where error.errno == .connectionRefused {
            return .stale
        } catch  where error.errno == .wrongSocketType {
            // A process reads datagrams from this socket.
            return .listening(pid: nil)
        }
    }
}
