package import JSONCore

/// What the server answered to a call.
///
/// It is no `Result`: to look up the type of an array of results costs each process of `tunerctl` 128,000 instructions.
package enum CallOutcome: Equatable {
    case result(JSON)
    case refusal(RemoteError)
}
