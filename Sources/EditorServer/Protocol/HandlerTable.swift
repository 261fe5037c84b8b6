import JSONCore
import RPCCore

/// The handlers of requests and notifications, by method.
struct HandlerTable {
    typealias RequestHandler = (JSONRange?, Span<UInt8>, Reply) -> Void
    typealias NotificationHandler = (JSONRange?, Span<UInt8>) -> Void

    private(set) var requests: [String: RequestHandler] = [:]
    private(set) var notifications: [String: NotificationHandler] = [:]

    /// Adds a handler of a request; parameters that cannot be read become the error `invalidParams`.
    mutating func onRequest<Parameters: OpenRecord>(
        _ method: String,
        _ handle: @escaping (Parameters, Reply) -> Void
    ) {
        requests[method] = { params, text, reply in
            do throws(JSONFieldFault) {
                handle(try Parameters(open: params, in: text), reply)
            } catch {
                reply.fail(RPCError(error))
            }
        }
    }

    /// Adds a handler of a notification; it is not called for parameters that cannot be read.
    mutating func onNotification<Parameters: OpenRecord>(_ method: String, _ handle: @escaping (Parameters) -> Void) {
        notifications[method] = { params, text in
            if let parameters = try? Parameters(open: params, in: text) { handle(parameters) }
        }
    }
}

/// Parameters without members that the server reads.
struct NoParameters: OpenRecord {
    static let fields = JSONFieldTable<NoParameters>([])
}
