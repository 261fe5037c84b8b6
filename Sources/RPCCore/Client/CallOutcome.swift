package import JSONCore

/// The server's response to a call.
///
/// This is not a `Result`: the runtime lookup of the type of an array of results costs each `tunerctl` process 128,000
/// instructions.
package enum CallOutcome: Equatable {
    case result(JSON)
    case error(RemoteError)
}
