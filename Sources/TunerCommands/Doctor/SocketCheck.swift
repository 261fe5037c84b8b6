import JSONCore
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

/// The checks of the socket and its directory, which need no daemon.
struct SocketCheck {
    private let socketPath: SocketPath
    private let user: UInt32

    init(_ options: GlobalOptions) {
        user = Kernel.userID
        socketPath = SocketPath(option: options.socket, user: user, environment: Kernel.environmentPath)
    }

    /// The path of the socket.
    var path: String { socketPath.path }

    /// The findings about the path, the directory and the file, in this order.
    var findings: [Finding] {
        [Finding(.ok, "path", "\(socketPath.path.shownWhole), from \(source)"), directoryFinding]
            + (fileFinding.map { [$0] } ?? [])
    }

    private var source: String {
        switch socketPath.source {
        case .option: "--socket"
        case .variable: "$TUNER_SOCKET"
        case .runtimeDirectory: "$XDG_RUNTIME_DIR"
        case .temporaryDirectory: "the default, because \(reasonForDefault)"
        }
    }

    /// The reason why no variable names the path.
    private var reasonForDefault: String {
        let directory = Kernel.environmentPath("XDG_RUNTIME_DIR") ?? ""
        guard directory.isEmpty else {
            return "$XDG_RUNTIME_DIR is \(directory.shownWhole), which is not an absolute path"
        }
        return "neither $TUNER_SOCKET nor $XDG_RUNTIME_DIR is set"
    }

    private var directoryFinding: Finding {
        let directory = Path.directory(of: socketPath.path)
        let name = directory.shownWhole
        do throws(SystemError) {
            let status = try Kernel.status(of: directory, followingLinks: socketPath.isNamed)
            guard let fault = status.directoryFault(for: user) else {
                return Finding(.ok, "directory", "\(name), \(SocketCheck.access(to: status))")
            }
            // A client trusts a socket that the user names.
            let level: Finding.Level = socketPath.isNamed ? .note : .fault
            let text = "\(name) \(fault.reason), so another user could replace the socket"
            return Finding(level, "directory", text, remedy: remedy(for: fault, directory))
        } catch {
            guard error.errno != .noSuchFile else {
                return Finding(.note, "directory", "\(name) does not exist; the daemon creates it")
            }
            return Finding(.fault, "directory", "\(name) cannot be read: \(error.errno) (\(error.errno.name))")
        }
    }

    private func remedy(for fault: DirectoryFault, _ directory: String) -> String {
        switch fault {
        case .isWritable: "chmod go-w \(directory.shellWord.shownWhole)"
        case .isLink, .isNotDirectory, .belongs: "name another socket with --socket or $TUNER_SOCKET"
        }
    }

    /// The finding about the file at the path; nil if there is none.
    private var fileFinding: Finding? {
        guard let status = try? Kernel.status(of: socketPath.path) else { return nil }
        let name = socketPath.path.shownWhole
        guard status.kind == .socket else {
            let remedy = "move the file away, or name another socket with --socket or $TUNER_SOCKET"
            return Finding(.fault, "socket", "\(name) is \(status.kind.words) instead of a socket", remedy: remedy)
        }
        guard status.mode & 0o002 == 0 else {
            let text = "every user may connect: \(SocketCheck.access(to: status))"
            return Finding(.note, "socket", text, remedy: "chmod o-rw \(socketPath.path.shellWord.shownWhole)")
        }
        return Finding(.ok, "socket", SocketCheck.access(to: status))
    }

    /// Returns the owner, the group and the permissions of a file.
    static func access(to status: FileStatus) -> String {
        let mode = String(status.mode & 0o7777, radix: 8)
        return "owner \(status.owner), group \(status.group), mode \(mode)"
    }

    /// Returns the finding about a failed attempt to connect.
    static func finding(about failure: Failure) -> Finding {
        switch failure {
        case .unreachable(let socket, let error): finding(about: error, socket)
        case .timedOut(let path, let limit):
            Finding(
                .fault,
                "daemon",
                "the daemon at \(path.shownWhole) has not responded within \(limit.inSeconds)",
                remedy: "read its log, or wait longer with --timeout"
            )
        case .distrusted(.server(_, let user)):
            Finding(
                .fault,
                "daemon",
                "the daemon runs as user \(user), which is neither you nor root",
                remedy: "name the socket with --socket to connect to it"
            )
        case .distrusted(.directory):
            Finding(
                .fault,
                "daemon",
                "not checked, because the directory of the socket is not safe",
                remedy: "name the socket with --socket"
            )
        case .garbled(let path):
            Finding(
                .fault,
                "daemon",
                "the program that listens at \(path.shownWhole) is not tunerd",
                remedy: "name the daemon's socket with --socket"
            )
        case .refused(let error) where error.kind == ErrorKind.unknownWorld.rawValue:
            Finding(
                .fault,
                "world",
                error.message.shownWhole,
                remedy: "unset TUNER_WORLD, or list the worlds: TUNER_WORLD= tunerctl worlds"
            )
        case .refused(let error):
            Finding(.fault, "daemon", "the daemon refuses requests: \(error.message.shownWhole)")
        default: Finding(.fault, "daemon", failure.sentence)
        }
    }

    private static func finding(about error: SystemError, _ socket: DaemonSocket) -> Finding {
        let name = socket.path.shownWhole
        let start = socket.startCommand
        return switch error.errno {
        case .noSuchFile: Finding(.fault, "daemon", "no daemon runs: there is no socket at \(name)", remedy: start)
        case .connectionRefused where (try? Kernel.status(of: socket.path).kind) != .socket:
            Finding(.fault, "daemon", "no daemon runs: \(name) is not a socket")
        case .connectionRefused:
            Finding(
                .fault,
                "daemon",
                "no daemon runs: nothing listens on the socket that a daemon left behind at \(name)",
                remedy: "\(start) (it replaces the socket)"
            )
        case .permissionDenied:
            Finding(
                .fault,
                "daemon",
                "you may not connect to \(name)",
                remedy: "run tunerctl as the socket's owner, or start tunerd with --socket-group"
            )
        default: Finding(.fault, "daemon", "\(name) cannot be reached: \(error.errno) (\(error.errno.name))")
        }
    }
}
