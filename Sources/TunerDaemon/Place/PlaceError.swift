package import SystemCore

/// Why a daemon cannot have its place.
package enum PlaceError: Error, Equatable, Sendable {
    /// What could not be had, and so which option is the way out.
    package enum Subject: Equatable, Sendable {
        case state
        case socket
        case group
        case manager
    }

    /// The kernel said no.
    case failed(SystemError, Subject)

    /// Neither an option nor a variable says where the state is, and there is no home.
    case noStatePath
    /// Others could change what is in the state's folder.
    case stateFolder(String, FolderFault)
    /// Another daemon has the state.
    case stateInUse(String, pid: Int32?)
    /// The lock's path is that of a directory or a pipe.
    case lockIsNoFile(String, FileStatus.Kind)

    /// The path is no address.
    case socketPath(String, UnixAddress.Fault)
    /// The path is that of a folder.
    case socketIsFolder(String)
    /// Others could put a socket of theirs there.
    case socketFolder(String, FolderFault)
    /// Another daemon has the socket.
    case socketInUse(String, pid: Int32?)
    /// Someone who holds no lock answers.
    case socketAnswers(String, pid: Int32?)
    /// Something is there that is no socket.
    case inTheWay(String, FileStatus.Kind)

    /// There is no such group.
    case unknownGroup(String)
    /// Only its members, and root, can give a file to a group.
    case notInGroup(String, SocketGroup)
    /// The group's members cannot get to the socket.
    case closedToGroup(String, mode: UInt32, SocketGroup)

    /// A variable of the service manager says nothing sensible.
    case variable(String, String)
    /// The service manager promised a descriptor that is not open.
    case inheritedNothing(Int32)
    /// The service manager passed something else than a Unix socket that listens.
    case inheritedNoListener(Int32)
    /// The service manager made a socket that everyone can connect to, and only a group should.
    case inheritedOpenToAll(String?, SocketGroup)
}
