import JSONCore
import RPCCore

/// The response to one request, which a handler sends at once or later.
struct Reply {
    let id: RequestID
    let channel: ClientChannel

    func send(_ result: some JSONWritable) { channel.respond(to: id, result) }

    /// Sends the result `null`.
    func sendNull() { send(JSON.null) }

    func fail(_ error: RPCError) { channel.fail(id, error) }
}
