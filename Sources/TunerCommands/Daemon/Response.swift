import JSONCore

/// The daemon's response to a call.
struct Response<Result> {
    /// The JSON as received, which may have members that only a newer daemon sends.
    let json: JSON
    /// The decoded result.
    let result: Result
}
