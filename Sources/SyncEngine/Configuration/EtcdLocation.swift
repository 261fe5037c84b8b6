import JSONCore

/// Where the content of a layer is in etcd, and how to reach etcd.
package struct EtcdLocation: Sendable, Equatable {
    /// The keys of a source, as texts in which `{context}` is replaced by the context.
    package enum Keys: Sendable, Equatable {
        /// One key, whose value is the payload.
        case key(String)
        /// Each key below a prefix is a tunable.
        case prefix(String)

        /// The member's text.
        package var text: String {
            switch self {
            case .key(let text), .prefix(let text): text
            }
        }
    }

    /// The URLs of the members of the cluster, without a path.
    package var endpoints: [String]
    package var keys: Keys
    package var user: String?
    /// Where the password is; nil without a user.
    package var password: SyncSource.FieldValue?

    package init(endpoints: [String], keys: Keys) { (self.endpoints, self.keys) = (endpoints, keys) }

    /// Returns the key or the prefix with a context in it.
    package func name(in context: String?) -> String {
        guard let context else { return keys.text }
        return keys.text.replacingText("{context}", with: context)
    }

    /// Returns what identifies the content: the endpoints are left out, because each one has the same content.
    func address(in context: String?) -> String {
        switch keys {
        case .key: "etcd:\(name(in: context))"
        case .prefix: "etcd:\(name(in: context))*"
        }
    }
}
