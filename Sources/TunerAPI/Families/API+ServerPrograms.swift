package import JSONCore

/// The connected programs, and the faults that they report.
extension API.Server {
    /// The methods of this file, in the order of the reference.
    static let programMethods: [any AnyMethodDeclaration] = [report, clients]

    /// Stores the faults of the calling program.
    package static let report = MethodDeclaration<ReportParameters, Bool>(
        "server.report",
        .reads,
        .daemon,
        "Store the faults of the calling program until its connection ends, for server.clients and tunerctl doctor.",
        examples: Example(
            #"{"faults":[{"key":"ui.cornerRadius","message":"the program needs a number, got a string"}]}"#,
            "true"
        )
    )

    /// Returns the connected programs.
    package static let clients = MethodDeclaration<NoFields, ClientsResult>(
        "server.clients",
        .reads,
        .daemon,
        "Return the connected programs, with their declarations and the faults that they reported.",
        examples: Example(
            after: [
                #"session.hello {"client":"game"}"#,
                #"tunables.declare {"key":"speed","spec":{"type":"number","default":1}}"#,
                #"server.report {"faults":[{"key":"speed","message":"the program needs a number, got a string"}]}"#,
            ],
            "",
            #"""
            {"clients":[{"client":"game","pid":4711,"uid":1000,"declared":1,"keys":["speed"],"refused":[],"faults":[{"key":"speed","message":"the program needs a number, got a string"}]}]}
            """#
        )
    )
}

/// The parameters of `server.report`.
package struct ReportParameters: JSONRecord {
    package static let fields = JSONFieldTable<ReportParameters>([
        .required(
            "faults",
            \.faults,
            "All present faults, which replace those of earlier calls; the daemon keeps the first 8, and 256 bytes of each text."
        )
    ])

    package var faults: [ProgramFaultRecord] = []

    package init() {}
}

/// A fault that a program reports about itself.
package struct ProgramFaultRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<ProgramFaultRecord>([
        .optional("key", \.key, "The key of the tunable or flag; absent if the fault is not about one key."),
        .required("message", \.message, "The fault in one sentence, for people."),
        .optional("secret", \.isSecret, "true if the key is secret, so that the message is hidden; absent otherwise."),
    ])

    package var key: String?
    package var message = ""
    package var isSecret: Bool?

    package init() {}
}

/// The result of `server.clients`.
package struct ClientsResult: JSONRecord {
    package static let fields = JSONFieldTable<ClientsResult>([
        .required("clients", \.clients, "At most 256 connections: first those with faults, then the oldest ones."),
        .optional("more", \.more, "true if there are more connections."),
    ])

    package var clients: [ClientRecord] = []
    package var more: Bool?

    package init() {}
}

/// A connected program.
package struct ClientRecord: JSONRecord {
    package static let fields = JSONFieldTable<ClientRecord>([
        .required("client", \.client, "The name from session.hello, or else the name of the process."),
        .optional("version", \.version, "The version from session.hello."),
        .required("pid", \.pid, "The process ID."),
        .required("uid", \.uid, "The user ID."),
        .optional("world", \.world, "The world that the connection has joined, if the caller may see it."),
        .required(
            "declared",
            \.declared,
            "The number of declarations that the daemon accepted on this connection; each repetition adds one."
        ),
        .defaulted("keys", \.keys, "The first 8 keys that the daemon accepted on this connection."),
        .required("refused", \.refused, "The first 8 keys whose last declaration on this connection was refused."),
        .required("faults", \.faults, "The faults that the program reported."),
    ])

    package var client = ""
    package var version: String?
    package var pid: Int64 = 0
    package var uid: Int64 = 0
    package var world: String?
    package var declared: Int64 = 0
    package var keys: [String] = []
    package var refused: [String] = []
    package var faults: [ProgramFaultRecord] = []

    package init() {}
}
