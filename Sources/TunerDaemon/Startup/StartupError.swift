package import ServiceCore
package import SystemCore

/// A reason why a daemon cannot acquire its state or its socket.
package enum StartupError: Error, Equatable, Sendable {
    /// The resource that could not be acquired, which decides the remedy.
    package enum Resource: Equatable, Sendable {
        case state
        case socket
        case group
        case manager
    }

    /// A system call failed.
    case failed(SystemError, Resource)

    /// The state has no path: there is no option, no variable and no home directory.
    case noStatePath
    /// Other users could change the state directory.
    case stateDirectory(String, DirectoryFault)
    case stateInUse(String, pid: Int32?)
    /// A directory, a pipe or another special file is at the path of the lock file.
    case lockIsNoFile(String, FileStatus.Kind)

    /// The path is not valid as a socket address.
    case socketPath(String, UnixAddress.Fault)
    /// The path names a directory.
    case socketIsDirectory(String)
    /// Other users could replace a socket in the directory.
    case socketDirectory(String, DirectoryFault)
    case socketInUse(String, pid: Int32?)
    /// A process without the lock listens on the socket.
    case socketHasListener(String, pid: Int32?)
    /// A file that is not a socket is at the path.
    case inTheWay(String, FileStatus.Kind)

    case unknownGroup(String)
    /// The daemon's user is not a member of the group, so it cannot give a file to the group.
    case notInGroup(String, SocketGroup)
    /// The group's members cannot pass through a directory to the socket.
    case closedToGroup(String, mode: UInt32, SocketGroup)

    /// The daemon should stop at the end of standard input, but the input is a file or a device.
    case inputCannotEnd

    /// A variable of the service manager has an invalid value.
    case variable(ServiceVariableFault)
    /// A descriptor that the service manager announced is not open.
    case inheritedNothing(Int32)
    /// A descriptor from the service manager is not a listening Unix socket.
    case inheritedNoListener(Int32)
    /// All users can connect to a socket from the service manager, but only a group should.
    case inheritedOpenToAll(String?, SocketGroup)
}
