package import JSONCore

/// An error response of the server.
package struct RemoteError: Error, Equatable, Sendable {
    package let code: Int64
    /// The server's message for a person.
    package let message: String
    /// The machine-readable details; `null` if there are none.
    package let data: JSON

    package init(code: Int64, message: String, data: JSON) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The stable name of the error's kind, from the `kind` member of `data`; nil if there is none.
    package var kind: String? {
        guard case .object(let facts) = data, case .string(let kind) = facts["kind"] else { return nil }
        return kind
    }
}
