package import JSONCore

/// What the server answered to a call.
///
/// It is no `Result`: to look up the type of one costs a short command a seventh of its instructions.
package enum CallOutcome: Equatable {
    case result(JSON)
    case refusal(RemoteError)
}
