package import JSONCore

/// What went wrong with a request: facts for a program, a sentence for a person.
package struct RPCError: Error, Equatable, Sendable {
    /// The kind, which is `data.kind` and the code.
    package let kind: RPCErrorKind
    /// One sentence.
    package let message: String
    /// The facts in `data`, besides the kind.
    package let facts: JSONObject

    /// Describes a failure.
    package init(_ kind: RPCErrorKind, _ message: String, facts: JSONObject = JSONObject()) {
        self.kind = kind
        self.message = message
        self.facts = facts
    }
}
