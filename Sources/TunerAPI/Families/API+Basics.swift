package import JSONCore

extension API {
    /// The methods of this file, in the order of the reference.
    static let basicMethods: [any AnyMethodDeclaration] = [ping, discover]

    /// Checks that the daemon responds.
    package static let ping = MethodDeclaration<PingParameters, JSON>(
        "ping",
        .reads,
        .daemon,
        "Return \"pong\", or the payload.",
        examples: Example("", #""pong""#),
        Example(#"{"payload":{"n":1}}"#, #"{"n":1}"#)
    )

    /// Returns the description of all methods.
    package static let discover = MethodDeclaration<NoFields, OpenRPCDocument>(
        "rpc.discover",
        .reads,
        .daemon,
        "Describe all methods, notifications and errors as an OpenRPC document.",
        examples: Example("", #"{"openrpc":"1.3.2","info":{},"methods":[]}"#)
    )
}

/// The parameters of `ping`.
package struct PingParameters: JSONRecord {
    package static let fields = JSONFieldTable<PingParameters>([.optional("payload", \.payload, "The value to return.")]
    )

    package var payload: JSON?

    package init() {}
}
