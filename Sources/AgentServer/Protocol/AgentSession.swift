import ConsoleCore
package import JSONCore
import SystemCore

/// The server's side of the conversation with one client: messages in, messages out.
///
/// It uses no streams and no socket itself, so its tests need no process.
package final class AgentSession {
    typealias Handler = (AgentRequest) -> Void

    /// The largest number of requests without a response.
    private static let mostRequests = 1_024
    /// The largest number of characters in the name of a client.
    private static let longestName = 64

    /// Called when the last request without a response has ended, or is only a subscription.
    package var whenIdle: () -> Void = {}

    /// Starts a program for a tool.
    package var start: AgentProgramStart = { (_) throws(SystemError) in throw SystemError("posix_spawnp", .noSuchFile) }

    private let send: (JSON) -> Void
    private let makeDaemon: (String) -> any AgentDaemon
    private let options: AgentOptions
    /// The tools, resources and prompts, created by the first request that needs them: only then the client has a name.
    private var features: AgentFeatures?
    private var hasHandshake = false
    private var clientName: String?
    private var requests: [String: AgentRequest] = [:]

    /// Creates a session; `send` receives each message for the client.
    package init(
        _ options: AgentOptions,
        daemon makeDaemon: @escaping (_ client: String) -> any AgentDaemon,
        send: @escaping (JSON) -> Void
    ) {
        (self.options, self.makeDaemon, self.send) = (options, makeDaemon, send)
    }

    /// Whether no request waits, except for subscriptions.
    package var isIdle: Bool { requests.values.allSatisfy { features?.subscriptions.isStream($0) == true } }

    /// Ends subscriptions, and the programs that tools have started; other requests still receive their response.
    package func endInput() {
        features?.subscriptions.end()
        for request in requests.values { request.whenCancelled() }
    }

    /// Ends the programs that tools have started.
    package func close() {
        for request in requests.values { request.whenCancelled() }
        requests = [:]
    }

    // MARK: Messages

    /// Handles a line of the client.
    package func receive(_ event: LineReader.Event) {
        switch event {
        case .line(let bytes): receive(AgentMessage(bytes))
        case .tooLong:
            send(.failure(.null, .invalidRequest("a message may have at most \(options.messageLimit) bytes")))
        }
    }

    private func receive(_ message: AgentMessage) {
        switch message {
        case .request(let id, let method, let params): handle(id, method, params)
        case .notification("notifications/cancelled", let params): cancel(params["requestId"] ?? .null)
        case .notification, .response: break
        case .invalid(let id, let error): send(.failure(id, error))
        }
    }

    private func handle(_ id: JSON, _ method: String, _ params: JSONObject) {
        let name = JSONText.compact(id)
        guard requests[name] == nil else {
            return send(.failure(id, .invalidRequest("the request \(name) has no response yet")))
        }
        guard requests.count < AgentSession.mostRequests else {
            return send(.failure(id, .internalError("\(requests.count) requests have no response yet")))
        }
        do throws(AgentError) {
            let request = AgentRequest(id: id, params: params, isStateless: try isStateless(method, params), for: self)
            let handler = try handler(of: method, for: request)
            requests[name] = request
            handler(request)
        } catch {
            send(.failure(id, error))
        }
    }

    /// Sends a notification.
    func notify(_ method: String, _ params: JSONObject) {
        send(["jsonrpc": "2.0", "method": .string(method), "params": .object(params)])
    }

    /// Whether a request has no response yet, and the client has not cancelled it.
    func isOpen(_ request: AgentRequest) -> Bool { requests[JSONText.compact(request.id)] === request }

    /// Sends the response to a request, unless the client has cancelled the request.
    func finish(_ request: AgentRequest, _ result: Result<JSONObject, AgentError>) {
        let name = JSONText.compact(request.id)
        guard requests[name] === request else { return }
        requests[name] = nil
        switch result {
        case .success(var members):
            if request.isStateless {
                members["resultType"] = "complete"
                members["_meta"] = .object(meta(adding: members["_meta"]?.object))
            }
            send(["jsonrpc": "2.0", "id": request.id, "result": .object(members)])
        case .failure(let error): send(.failure(request.id, error))
        }
        if isIdle { whenIdle() }
    }

    private func cancel(_ id: JSON) {
        guard let request = requests.removeValue(forKey: JSONText.compact(id)) else { return }
        request.whenCancelled()
        if isIdle { whenIdle() }
    }

    // MARK: Versions

    /// Returns whether a request names its version; throws if this server does not support that version.
    private func isStateless(_ method: String, _ params: JSONObject) throws(AgentError) -> Bool {
        let meta = params["_meta"]?.object
        noteClient(meta?[ProtocolVersion.Meta.client] ?? params["clientInfo"])
        guard method != "initialize" else { return false }
        if let version = meta?[ProtocolVersion.Meta.version] {
            guard version != .string(ProtocolVersion.stateless) else { return true }
            throw .unsupportedVersion(version.text ?? JSONText.compact(version))
        }
        guard hasHandshake || method == "ping" || method == "server/discover" else {
            throw .invalidParams(
                "name the protocol version: in _meta as \(ProtocolVersion.Meta.version), or send initialize first"
            )
        }
        return method == "server/discover"
    }

    /// Stores the name of the client, until the daemon has received it.
    private func noteClient(_ info: JSON?) {
        guard let name = info?["name"]?.text, clientName == nil, !name.isEmpty else { return }
        let visible = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        clientName = String(String.UnicodeScalarView(visible.prefix(AgentSession.longestName)))
    }

    private func initialize(_ request: AgentRequest) {
        hasHandshake = true
        let wanted = request.params["protocolVersion"]?.text ?? ""
        let version = ProtocolVersion.withHandshake.contains(wanted) ? wanted : ProtocolVersion.withHandshake[0]
        request.respond([
            "protocolVersion": .string(version), "capabilities": capabilities, "serverInfo": serverInfo,
            "instructions": .string(AgentGuide.instructions(options)),
        ])
    }

    private func discover(_ request: AgentRequest) {
        request.respond(
            list: [
                "supportedVersions": .array(ProtocolVersion.all.map { .string($0) }), "capabilities": capabilities,
                "instructions": .string(AgentGuide.instructions(options)),
            ],
            for: 3_600
        )
    }

    private var capabilities: JSON { ["tools": [:], "resources": ["subscribe": true], "prompts": [:]] }

    private var serverInfo: JSON { ["name": "tuner", "title": "Tuner", "version": .string(options.version)] }

    private func meta(adding own: JSONObject?) -> JSONObject {
        var meta = own ?? JSONObject()
        meta[ProtocolVersion.Meta.server] = serverInfo
        return meta
    }

    // MARK: Methods

    private func handler(of method: String, for request: AgentRequest) throws(AgentError) -> Handler {
        switch method {
        case "initialize": return initialize
        case "server/discover": return discover
        case "ping": return { $0.respond([:]) }
        default: break
        }
        let features = features ?? makeFeatures()
        self.features = features
        guard let handler = features.handler(of: method, isStateless: request.isStateless) else {
            throw .unknownMethod("there is no method \(method.shown)")
        }
        return handler
    }

    private func makeFeatures() -> AgentFeatures {
        let daemon = makeDaemon("agent \(options.name ?? clientName ?? "unknown")")
        return AgentFeatures(options, daemon, start: start) { [unowned self] in notify($0, $1) }
    }
}

@available(*, unavailable)
extension AgentSession: Sendable {}

extension JSON {
    fileprivate static func failure(_ id: JSON, _ error: AgentError) -> JSON {
        var members: JSONObject = ["code": .integer(error.code), "message": .string(error.message)]
        members["data"] = error.data
        return ["jsonrpc": "2.0", "id": id, "error": .object(members)]
    }
}
