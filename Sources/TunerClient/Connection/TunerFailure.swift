import RPCCore

/// The reason for which a connection or a call failed.
enum TunerFailure: Error {
    /// No daemon is listening, or the connection was lost.
    case gone
    /// A problem that a person must solve, with a message for them.
    case reported(String)
    /// The daemon responded with an error.
    case refused(RemoteError)
}
