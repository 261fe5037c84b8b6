/// The versions of the Model Context Protocol.
package enum ProtocolVersion {
    /// The version without a handshake: each request names its version.
    package static let stateless = "2026-07-28"

    /// The versions whose clients send `initialize` first, the newest first.
    package static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// All supported versions, the newest first.
    package static var all: [String] { [stateless] + withHandshake }

    /// The members of `_meta` in requests and notifications of the stateless version.
    enum Meta {
        static let version = "io.modelcontextprotocol/protocolVersion"
        static let client = "io.modelcontextprotocol/clientInfo"
        static let server = "io.modelcontextprotocol/serverInfo"
        static let subscription = "io.modelcontextprotocol/subscriptionId"
    }
}
