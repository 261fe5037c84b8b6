import SystemCore

/// What stands where a socket is to be.
enum Occupant: Equatable {
    case nobody
    /// A socket that nobody listens on any more.
    case stale
    /// Someone listens; the pid where it is known.
    case someone(pid: Int32?)
    /// No socket: it belongs to someone who did not expect us.
    case other(FileStatus.Kind)

    /// Looks at the path, and where a socket is, whether someone answers.
    init(of address: UnixAddress) throws(SystemError) {
        do throws(SystemError) {
            let kind = try Kernel.status(of: address.path, followingLinks: false).kind
            self = kind == .socket ? try Occupant.listener(at: address) : .other(kind)
        } catch  where error.errno == .noSuchFile {
            self = .nobody
        }
    }

    private static func listener(at address: UnixAddress) throws(SystemError) -> Occupant {
        do throws(SystemError) {
            switch try Kernel.connectWithoutWaiting(to: address) {
            case .connected(let socket): return .someone(pid: try Kernel.peerCredentials(of: socket).pid)
            case .inProgress: return .someone(pid: nil)
            case .queueFull: return .someone(pid: nil)
            }
        } catch  where error.errno == .connectionRefused {
            return .stale
        } catch  where error.errno == .wrongSocketType {
            // It takes datagrams, and someone reads them.
            return .someone(pid: nil)
        }
    }
}
