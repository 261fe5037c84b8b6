import JSONCore

/// A request of a client that has no response yet.
final class AgentRequest {
    let id: JSON
    let params: JSONObject
    /// Whether the request names its version, and expects results in the form of that version.
    let isStateless: Bool
    /// Called when the client cancels the request.
    var whenCancelled: () -> Void = {}

    private unowned let session: AgentSession

    init(id: JSON, params: JSONObject, isStateless: Bool, for session: AgentSession) {
        (self.id, self.params, self.isStateless, self.session) = (id, params, isStateless, session)
    }

    /// Whether the client waits for a response, and has not cancelled the request.
    var isOpen: Bool { session.isOpen(self) }

    /// Sends the response, unless the client has cancelled the request.
    func respond(_ result: JSONObject) { session.finish(self, .success(result)) }

    /// Sends the response with a list, which clients may keep for `seconds`.
    func respond(list result: JSONObject, for seconds: Int64 = 0) {
        var result = result
        if isStateless {
            result["ttlMs"] = .integer(seconds * 1_000)
            result["cacheScope"] = "private"
        }
        respond(result)
    }

    func fail(_ error: AgentError) { session.finish(self, .failure(error)) }

    /// Reports progress, if the client has asked for it.
    func report(_ progress: Int64, of total: Int64?, _ message: String) {
        guard let token = params["_meta"]?["progressToken"] else { return }
        var params: JSONObject = ["progressToken": token, "progress": .integer(progress)]
        params["total"] = total.map { .integer($0) }
        params["message"] = .string(message)
        session.notify("notifications/progress", params)
    }
}
