package import JSONCore

extension API {
    /// The connection itself.
    package enum Session {
        /// The methods of this file, in the order in which people read about them.
        static let methods: [any AnyMethodDeclaration] = [hello]

        /// Who is at both ends.
        package static let hello = MethodDeclaration<HelloParameters, HelloResult>(
            "session.hello",
            .reads,
            .daemon,
            "Says who the client is, and learns who the daemon is; may be said again.",
            errors: [.unknownWorld, .tooLarge],
            examples: Example(
                #"{"client":"vim","version":"9.0"}"#,
                #"""
                {"server":"tunerd","version":"0.1.0","protocol":1,"epoch":"a1b2","revision":0,"pid":99,"limits":{},"capabilities":[]}
                """#
            )
        )
    }
}

/// The parameters of `session.hello`.
package struct HelloParameters: JSONRecord {
    package static let fields = JSONFieldTable<HelloParameters>([
        .optional("client", \.client, "The client's name, for logs and history; else its process's name."),
        .optional("version", \.version, "The client's version."),
        .optional("world", \.world, "The world to join; without it, none."),
        .optional("closeOnFault", \.closeOnFault, "Whether a text that does not parse ends the connection."),
    ]
    )

    package var client: String?
    package var version: String?
    package var world: String?
    package var closeOnFault: Bool?

    package init() {}
}

/// The result of `session.hello`.
package struct HelloResult: JSONRecord {
    package static let fields = JSONFieldTable<HelloResult>([
        .required("server", \.server, "Always \"tunerd\"."),
        .required("version", \.version, "The daemon's version."),
        .required("protocol", \.protocolVersion, "The version of what methods mean."),
        .required("epoch", \.epoch, "Names the state; another one after it was lost or replaced."),
        .required("revision", \.revision, "The state's last commit."),
        .required("pid", \.pid, "The daemon's process."),
        .optional("world", \.world, "The world that was joined."),
        .required("limits", \.limits, "What is too large, by name."),
        .required("capabilities", \.capabilities, "The families of methods there are."),
    ]
    )

    package var server = "tunerd"
    package var version = ""
    package var protocolVersion = API.protocolVersion
    package var epoch = ""
    package var revision: Int64 = 0
    package var pid: Int64 = 0
    package var world: String?
    package var limits = JSONObject()
    package var capabilities: [String] = []

    package init() {}
}
