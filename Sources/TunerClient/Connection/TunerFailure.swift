import RPCCore

/// Why nothing comes of a connection, or of a call on it.
enum TunerFailure: Error {
    /// Nobody is there, or not any more.
    case gone
    /// Nobody can be, until somebody does something about it.
    case reported(String)
    /// The daemon said no.
    case refused(RemoteError)
}
