package import JSONCore

/// The reason why a request failed, with facts for programs and a message for a person.
package struct RPCError: Error, Equatable, Sendable {
    /// The kind, which determines the code and `data.kind`.
    package let kind: RPCErrorKind
    /// One sentence for a person.
    package let message: String
    /// The members of `data` in addition to the kind.
    package let facts: JSONObject

    package init(_ kind: RPCErrorKind, _ message: String, facts: JSONObject = JSONObject()) {
        self.kind = kind
        self.message = message
        self.facts = facts
    }
}
