package import JSONCore

/// An error that the server answered with.
package struct RemoteError: Error, Equatable, Sendable {
    /// The JSON-RPC error code.
    package let code: Int64
    /// The server's sentence.
    package let message: String
    /// The facts; `null` where there are none.
    package let data: JSON

    /// What the server answered.
    package init(code: Int64, message: String, data: JSON) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The stable name of the error's kind, where the server says one.
    package var kind: String? {
        guard case .object(let facts) = data, case .string(let kind) = facts["kind"] else { return nil }
        return kind
    }
}
