import ConsoleCore
import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

/// The keys as resources.
struct KeyResources {
    private static let page: Int64 = 100
    private static let type: JSON = "application/json"

    private let daemon: any AgentDaemon
    private let limits: KeyLimits

    init(_ daemon: any AgentDaemon, _ limits: KeyLimits) { (self.daemon, self.limits) = (daemon, limits) }

    /// Lists a page of the keys; the cursor is the last key of the page before.
    func list(_ request: AgentRequest) {
        var params: JSONObject = ["limit": .integer(KeyResources.page)]
        params["match"] = limits.match
        if let cursor = request.params["cursor"], cursor != .null {
            guard let key = cursor.text, Key.fault(in: key.utf8.span) == nil else {
                return request.fail(.invalidParams("cursor must be the nextCursor of the page before"))
            }
            params["after"] = cursor
        }
        daemon.call(API.Tunables.list.name, .object(params)) { [limits] result in
            switch result {
            case .success(let page):
                let found = page["tunables"]?.elements ?? []
                var list: JSONObject = ["resources": .array(limits.allowed(found).map(KeyResources.resource))]
                if page["more"] == true { list["nextCursor"] = found.last?["key"] }
                request.respond(list: list)
            case .failure(let failure): request.fail(.internalError(failure.sentence))
            }
        }
    }

    func listTemplates(_ request: AgentRequest) {
        let template: JSON = [
            "uriTemplate": .string(KeyURI.template), "name": "key", "title": "Tunable",
            "description": "The value, the declaration and the origins of a key.", "mimeType": KeyResources.type,
        ]
        request.respond(list: ["resourceTemplates": [template]], for: 3_600)
    }

    /// Reads a key: its description by the daemon, as JSON.
    func read(_ request: AgentRequest) {
        let uri = request.params["uri"]?.text ?? ""
        let unknown = AgentError.unknownResource(uri, isStateless: request.isStateless)
        guard let key = KeyURI.key(of: uri), limits.allows(key) else { return request.fail(unknown) }
        daemon.call(API.Tunables.describe.name, ["key": .string(key)]) { [limits] result in
            switch result {
            case .success(var description):
                guard description["spec"] != nil || description["value"] != nil else { return request.fail(unknown) }
                if let nearest = description["nearest"]?.text, !limits.allows(nearest) {
                    description = description.replacingMember(at: ["nearest"], by: nil)
                }
                let content: JSON = [
                    "uri": .string(uri), "mimeType": KeyResources.type,
                    "text": .string(JSONText.compact(description)),
                ]
                request.respond(list: ["contents": [content]])
            case .failure(.refused): request.fail(unknown)
            case .failure(let failure): request.fail(.internalError(failure.sentence))
            }
        }
    }

    private static func resource(_ tunable: JSON) -> JSON {
        let key = tunable["key"]?.text ?? ""
        var resource: JSONObject = ["uri": .string(KeyURI.text(of: key)), "name": .string(key), "mimeType": type]
        resource["description"] = tunable["spec"]?["description"]
        return .object(resource)
    }
}

extension DaemonFailure {
    /// The sentence for the client.
    var sentence: String {
        switch self {
        case .refused(let error): error.message
        case .unavailable(let sentence): sentence
        }
    }
}
