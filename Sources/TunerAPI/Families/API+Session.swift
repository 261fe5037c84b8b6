package import JSONCore

extension API {
    /// The connection.
    package enum Session {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [hello]

        /// Introduces the client, and returns the daemon's version.
        package static let hello = MethodDeclaration<HelloParameters, HelloResult>(
            "session.hello",
            .reads,
            .daemon,
            "Name the client, join or leave a world, and return facts about the daemon.",
            errors: [.unknownWorld, .tooLarge, .denied],
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
        .optional(
            "client",
            \.client,
            "The name of the client, for logs and history; by default the name of its process."
        ),
        .optional("version", \.version, "The version of the client."),
        .optional("world", \.world, "The world to join; without it, the connection leaves its world."),
        .optional(
            "closeOnFault",
            \.closeOnFault,
            "Whether a text that is not JSON ends the connection; by default false."
        ),
        .optional("reveal", \.reveals, "Whether results show the values of secret keys; by default false."),
        .optional(
            "fixed",
            \.isFixed,
            "Whether the connection stays in its world: worlds.move then refuses to move its process; by default false."
        ),
    ]
    )

    package var client: String?
    package var version: String?
    package var world: String?
    package var closeOnFault: Bool?
    package var reveals: Bool?
    package var isFixed: Bool?

    package init() {}
}

/// The result of `session.hello`.
package struct HelloResult: JSONRecord {
    package static let fields = JSONFieldTable<HelloResult>([
        .required("server", \.server, "Always \"tunerd\"."),
        .required("version", \.version, "The version of the daemon."),
        .required("protocol", \.protocolVersion, "The version of the protocol."),
        .required("epoch", \.epoch, "The name of the state; it is new after the state was lost or replaced."),
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("pid", \.pid, "The process ID of the daemon."),
        .optional("world", \.world, "The world that the connection joined."),
        .required("limits", \.limits, "The limits, by name."),
        .required("capabilities", \.capabilities, "The families of methods."),
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
