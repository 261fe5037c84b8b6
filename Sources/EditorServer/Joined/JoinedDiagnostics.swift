import JSONCore

/// The last diagnostics of two servers: an editor replaces all diagnostics of a document by the newest list.
struct JoinedDiagnostics {
    private var own: [String: [JSON]] = [:]
    private var other: [String: [JSON]] = [:]

    /// Records the parameters of `textDocument/publishDiagnostics`; returns those with the lists of both servers.
    mutating func join(_ parameters: JSON, isOwn: Bool) -> JSON {
        guard case .object(var object) = parameters, case .string(let uri)? = object["uri"],
            case .array(let list)? = object["diagnostics"]
        else { return parameters }
        if isOwn { own[uri] = list.isEmpty ? nil : list } else { other[uri] = list.isEmpty ? nil : list }
        object["diagnostics"] = .array((other[uri] ?? []) + (own[uri] ?? []))
        return .object(object)
    }

    /// Forgets the diagnostics of the other server; returns the parameters of each document that had some.
    mutating func endOther() -> [JSON] {
        let documents = other.keys.sorted()
        other = [:]
        return documents.map { ["uri": .string($0), "diagnostics": .array(own[$0] ?? [])] }
    }
}
