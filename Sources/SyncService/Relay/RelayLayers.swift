import HTTPCore
import JSONCore

/// The layers that a relay serves, and the decision about each request, without a connection.
package struct RelayLayers {
    /// The names of the layers.
    package private(set) var names: [String] = []
    /// The contents of the layers, including those whose rules are false now.
    private var contents: [String: RelayContent] = [:]
    /// The value of the field `Authorization` that each request must have; nil if requests need no token.
    private var authorization: [UInt8]?
    /// Whether only this machine can connect.
    private let isLocal: Bool

    package init(isLocal: Bool = false) { self.isLocal = isLocal }

    /// Sets the token that each request must have; nil if requests need no token.
    package mutating func require(_ token: String?) { authorization = token.map { Array("Bearer \($0)".utf8) } }

    /// Serves the layers with these names; also keeps the content of the layers in `kept`, which may be served again.
    package mutating func serve(_ names: [String], keeping kept: [String] = []) {
        self.names = names
        contents = contents.filter { names.contains($0.key) || kept.contains($0.key) }
    }

    private func content(of layer: String) -> (name: String, content: RelayContent)? {
        guard names.contains(layer), let index = contents.index(forKey: layer) else { return nil }
        return (contents[index].key, contents[index].value)
    }

    /// Sets the content of a layer; returns whether it is new.
    package mutating func publish(_ bytes: [UInt8], as layer: String) -> Bool {
        let content = RelayContent(bytes)
        guard contents[layer] != content else { return false }
        contents[layer] = content
        return true
    }

    /// Returns the response to a request; `waiting` is the number of requests that wait for a change.
    package func response(to request: RelayRequest, waiting: Int = 0) -> RelayResponse {
        if let authorization {
            guard let given = request.authorization, authorization.span.equalsSecret(given.span) else {
                return .text(.unauthorized, "The request needs the token of the relay: Authorization: Bearer TOKEN.")
            }
        }
        // A web page can point its own host name at this machine (DNS rebinding). Then a browser sends its requests here.
        guard authorization != nil || !isLocal || request.isForAddress else {
            return .text(.misdirectedRequest, "Without a token, this relay serves only its IP address and localhost.")
        }
        guard request.target != .nothing else {
            return .text(.notFound, "There is no such path. The paths are /layers/NAME and /health.")
        }
        guard request.isRead else {
            return .text(.methodNotAllowed, "The method is not allowed here. Use GET or HEAD.")
        }
        guard case .layer(let layer) = request.target else {
            let waiting = "\(waiting) request\(waiting == 1 ? " waits" : "s wait")"
            let count = names.count { contents[$0] != nil }
            return .text(.ok, "ok: \(count) of \(names.count) layers have content, \(waiting)")
        }
        guard let (name, content) = content(of: layer) else { return missing(layer) }
        switch request.conditions.evaluate(tag: content.tag) {
        case .holds: return .content(content)
        case .failed: return .text(.preconditionFailed, "The content of the layer has another entity tag.")
        case .notModified:
            guard request.isGet, let seconds = request.wait else { return .notModified(content.tag) }
            // All requests share the text of the name.
            return .wait(RelayWait(layer: name, tag: content.tag, seconds: seconds))
        }
    }

    /// Returns the response to a request that has waited.
    package func response(after wait: RelayWait) -> RelayResponse {
        guard let content = content(of: wait.layer)?.content else { return missing(wait.layer) }
        return content.tag == wait.tag ? .notModified(content.tag) : .content(content)
    }

    private func missing(_ layer: String) -> RelayResponse {
        guard names.contains(layer) else {
            let nearest = NearestName.nearest(to: layer, among: names)
            let question = nearest == nil ? "." : NearestName.question(nearest)
            return .text(.notFound, "There is no layer \(layer.shown)\(question)")
        }
        return .text(.serviceUnavailable, "The layer \(layer) has no content yet. Try again later.")
    }
}
