package import JSONCore

/// A connection on which one thread makes calls and waits for their responses.
package protocol CallChannel: AnyObject {
    /// Sends all calls at once, waits for the responses, and returns them in the order of the calls.
    ///
    /// If the server closes the connection early, the returned array ends before the first missing response.
    func callAll(
        _ calls: [(method: String, params: JSON)],
        within limit: Duration
    ) throws(ClientError) -> [CallOutcome]
}

extension CallChannel {
    /// Calls a method and waits for its result.
    package func call(
        _ method: String,
        _ params: JSON = [:],
        within limit: Duration
    ) throws(ClientError) -> JSON {
        switch try callAll([(method, params)], within: limit).first {
        case .result(let result): return result
        case .error(let error): throw .refused(error)
        case nil: throw .closed
        }
    }
}
