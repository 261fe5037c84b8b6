import JSONCore

/// The keys of a source, as etcd knows them.
struct EtcdKeyRange: Sendable, Equatable {
    let key: [UInt8]
    /// The first key after the range; nil for a range of one key.
    let end: [UInt8]?

    init(_ location: EtcdLocation, in context: String?) {
        key = Array(location.name(in: context).utf8)
        if case .prefix = location.keys {
            // A prefix of a configuration ends with a slash.
            end = key.dropLast() + [UInt8(ascii: "0")]
        } else {
            end = nil
        }
    }

    var isPrefix: Bool { end != nil }

    /// The body of a request for all keys and values.
    var wholeRequest: [UInt8] { body(members) }

    /// Returns the body of a request for the newest key.
    func newestRequest(hasValue: Bool) -> [UInt8] {
        var members = members
        if !hasValue { members["keys_only"] = true }
        members["limit"] = "1"
        members["sort_order"] = "DESCEND"
        members["sort_target"] = "MOD"
        return body(members)
    }

    /// Returns the line of a watch stream that creates a watch from a revision.
    func createRequest(from revision: Int64) -> [UInt8] {
        var members = members
        members["start_revision"] = .string("\(revision)")
        members["progress_notify"] = true
        return body(["create_request": .object(members)]) + [UInt8(ascii: "\n")]
    }

    private var members: JSONObject {
        var members: JSONObject = ["key": .string(Base64.text(key))]
        if let end { members["range_end"] = .string(Base64.text(end)) }
        return members
    }

    private func body(_ members: JSONObject) -> [UInt8] {
        // Without numbers, writing cannot fail.
        Array(((try? JSON.object(members).written()) ?? "").utf8)
    }
}
