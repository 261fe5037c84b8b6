package import JSONCore

/// An error response.
package struct AgentError: Error, Equatable {
    package let code: Int64
    /// One sentence for the agent.
    package let message: String
    package let data: JSON?

    private init(_ code: Int64, _ message: String, data: JSON? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    static func parse(_ message: String) -> AgentError { AgentError(-32_700, message) }
    static func invalidRequest(_ message: String) -> AgentError { AgentError(-32_600, message) }
    static func unknownMethod(_ message: String) -> AgentError { AgentError(-32_601, message) }
    static func invalidParams(_ message: String) -> AgentError { AgentError(-32_602, message) }
    static func internalError(_ message: String) -> AgentError { AgentError(-32_603, message) }

    /// The error for a resource that does not exist, whose code depends on the version.
    static func unknownResource(_ uri: String, isStateless: Bool) -> AgentError {
        AgentError(isStateless ? -32_602 : -32_002, "there is no resource \(uri.shown)", data: ["uri": .string(uri)])
    }

    /// The error for a version that this server does not support, with those that it does.
    static func unsupportedVersion(_ version: String) -> AgentError {
        let supported = ProtocolVersion.all.map { JSON.string($0) }
        return AgentError(
            -32_022,
            "the protocol version \(version.shown) is not supported",
            data: ["supported": .array(supported), "requested": .string(version)]
        )
    }
}
