import RPCCore

/// Something that a connection has subscribed: it has a name there, counts with the others, and ends with the connection.
protocol PeerSubscription: AnyObject {
    /// The client's name for it.
    var id: String { get }
    /// Who is told.
    var peer: any Peer { get }
    /// Bytes of memory that it takes, its backlog not counted.
    var memory: Int { get }
    /// Tells nothing more.
    func end()
}

/// One whose client may have left so much unread that it is told the newest when it has read.
protocol PatientSubscription: PeerSubscription {
    /// Tells what could not be told.
    func tellBacklog()
}
