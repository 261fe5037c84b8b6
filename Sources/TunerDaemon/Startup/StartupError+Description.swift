import JSONCore
import RPCCore
import ServiceCore
import SystemCore

extension StartupError: CustomStringConvertible {
    /// A sentence for the user: the problem, the path, and a remedy.
    package var description: String {
        switch self {
        case .failed(let error, let resource):
            "\(error.sentence); \(resource.remedy)"

        case .noStatePath:
            "there is no state directory: neither XDG_STATE_HOME nor HOME is an absolute path; "
                + "name a directory with --state"
        case .stateDirectory(let directory, let fault):
            "the state directory \(directory.shownWhole) \(fault.reason); "
                + "\(fault.remedy)name a directory of your own with --state"
        case .stateInUse(let directory, let pid):
            "\(Self.holder(pid)) uses the state directory \(directory.shownWhole); "
                + "stop it, or name another directory with --state"

        case .lockIsNoFile(let path, let kind):
            "\(path.shownWhole) is \(kind.words), not the lock file of tunerd; move it away, or name another directory "
                + "with --state"

        case .socketPath(let path, let fault):
            fault.sentence(about: path)
        case .socketIsDirectory(let path):
            "\(path.shownWhole) is the path of a directory, not of a socket; "
                + "name a socket in it with --socket"
        case .socketDirectory(let directory, let fault):
            "the socket's directory \(directory.shownWhole) \(fault.reason); "
                + "\(fault.remedy)name a socket in a directory of your own with --socket"
        case .socketInUse(let path, let pid):
            "\(Self.holder(pid)) uses the socket \(path.shownWhole); stop it, or name another path with --socket"
        case .socketHasListener(let path, let pid):
            "\(pid.map { "the process \($0)" } ?? "another program") already listens on \(path.shownWhole); "
                + "stop it, or name another path with --socket"
        case .inTheWay(let path, let kind):
            "\(path.shownWhole) is \(kind.words), not a socket; "
                + "move it away, or name another path with --socket"

        case .unknownGroup(let name):
            "there is no group \(name.shown); name another group, or the number of a group: --socket-group 1234"
        case .notInGroup(let path, let group):
            "the group of \(path.shownWhole) cannot be \(group.name.shown), "
                + "because this user is not a member of that group; name another group with --socket-group"
        case .closedToGroup(let directory, let mode, let group):
            "the group \(group.name.shown) cannot reach the socket through \(directory.shownWhole) "
                + "(mode \(mode.octal)); give the group access to this directory with chgrp and chmod, "
                + "or name another path with --socket"

        case .inputCannotEnd:
            "standard input is not a pipe, socket or terminal; start tunerd with a pipe as standard input, "
                + "or without --stop-on-eof"

        case .variable(let fault): fault.description
        case .inheritedNothing(let number):
            "the service manager did not pass descriptor \(number), although LISTEN_FDS includes it; "
                + "start tunerd with its socket unit, or without LISTEN_FDS"
        case .inheritedNoListener(let number):
            "descriptor \(number) from the service manager is not a listening Unix stream socket; "
                + "in the socket unit, use only ListenStream= with paths"
        case .inheritedOpenToAll(let path, let group):
            "every user can connect to \(path?.shownWhole ?? "a socket without a path"), not only the group "
                + "\(group.name.shown); set SocketGroup= and SocketMode=0660 in the socket unit"
        }
    }

    private static func holder(_ pid: Int32?) -> String {
        pid.map { "tunerd with pid \($0)" } ?? "another tunerd"
    }
}

extension StartupError.Resource {
    fileprivate var remedy: String {
        switch self {
        case .state: "name another directory with --state"
        case .socket: "name another path with --socket"
        case .group: "name another group, or the number of a group: --socket-group 1234"
        case .manager: "start tunerd with its service manager, or without the variables of the service manager"
        }
    }
}

extension DirectoryFault {
    /// A remedy for the directory itself, or an empty string.
    fileprivate var remedy: String {
        // A sticky directory is meant to be writable by all users.
        guard case .isWritable(let mode) = self, mode & 0o1000 == 0 else { return "" }
        return "remove this permission with chmod go-w, or "
    }
}

extension SystemError {
    /// The description with the complete path in a form for sentences.
    fileprivate var sentence: String {
        "\(call)\(path.map { " of \($0.shownWhole)" } ?? "") failed: \(errno) (\(errno.name))"
    }
}

extension UInt32 {
    /// The permission bits in the notation of chmod.
    fileprivate var octal: String { "0" + String(self, radix: 8) }
}
