/// A socket in the kernel's table.
struct SocketEntry: Equatable {
    /// The number of the state of a socket that listens.
    static let listening: UInt8 = 10

    let user: UInt32
    /// The number of the socket's file; 0 if no process has the socket.
    let inode: UInt64
    let state: UInt8

    /// Whether a process has this socket, and the socket is an end of a connection.
    ///
    /// The kernel keeps a socket for a while after its process has closed it. Such a socket can have the user 0, so its
    /// user means nothing.
    var isConnectionOfProcess: Bool { inode != 0 && state != SocketEntry.listening }
}
