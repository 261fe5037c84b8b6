import LoadGenerator

/// A kind of server: how to start it, and how to send requests to it.
struct Contender {
    let name: String
    /// The command that starts the server; `{}` is replaced by the socket's path.
    let command: [String]
    /// Returns a request in a spelling, in the protocol of this server.
    let requests: @Sendable (Payload) -> [String]
    let response: ResponseRule

    /// This project's server.
    static func ours(_ command: [String]) -> Contender {
        Contender(
            name: "ours",
            command: command.contains("{}") ? command : command + ["{}"],
            requests: { payload in payload.requests.map { $0 + "\n" } },
            // The whole response except the id, so that no search for forbidden text is needed.
            response: ResponseRule(beginning: #"{"jsonrpc":"2.0","id":"#, ending: "\"result\":\"pong\"}\n")
        )
    }

    /// Without writes to disk.
    static func redis(_ path: String) -> Contender {
        Contender(
            name: "Redis",
            command: [
                path, "--port", "0", "--unixsocket", "{}", "--unixsocketperm", "700", "--save", "", "--appendonly",
                "no", "--maxclients", "10000", "--daemonize", "no",
            ],
            requests: { _ in ["*1\r\n$4\r\nPING\r\n"] },
            response: ResponseRule(beginning: "+PONG", ending: "\r\n")
        )
    }

    /// This program in another mode.
    static let echo = Contender(
        name: "echo",
        command: [ChildProcess.ownPath, "echo", "{}"],
        // The echo of a line break inside a request would count as the end of a response.
        requests: { payload in payload.requests.map { String($0.map { $0 == "\n" ? " " : $0 }) + "\n" } },
        response: ResponseRule(beginning: "{", ending: "}\n")
    )
}
