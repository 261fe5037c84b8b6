import LoadGenerator

/// A kind of server, how to start it and how to speak with it.
struct Contender {
    let name: String
    /// The words that start it; `{}` stands for the socket's path.
    let command: [String]
    /// One request of a spelling, as this server wants it.
    let requests: @Sendable (Payload) -> [String]
    let answer: AnswerRule

    /// This project's server.
    static func ours(_ command: [String]) -> Contender {
        Contender(
            name: "ours",
            command: command.contains("{}") ? command : command + ["{}"],
            requests: { payload in payload.requests.map { $0 + "\n" } },
            // All but the id: nothing forbidden fits in between, so that no time goes into looking for it.
            answer: AnswerRule(beginning: #"{"jsonrpc":"2.0","id":"#, ending: "\"result\":\"pong\"}\n")
        )
    }

    /// Without what it would write to disk.
    static func redis(_ path: String) -> Contender {
        Contender(
            name: "Redis",
            command: [
                path, "--port", "0", "--unixsocket", "{}", "--unixsocketperm", "700", "--save", "", "--appendonly",
                "no", "--maxclients", "10000", "--daemonize", "no",
            ],
            requests: { _ in ["*1\r\n$4\r\nPING\r\n"] },
            answer: AnswerRule(beginning: "+PONG", ending: "\r\n")
        )
    }

    /// This program in another mode.
    static let echo = Contender(
        name: "echo",
        command: [ChildProcess.ownPath, "echo", "{}"],
        // The echo of a line break within a request would be taken for an answer's end.
        requests: { payload in payload.requests.map { String($0.map { $0 == "\n" ? " " : $0 }) + "\n" } },
        answer: AnswerRule(beginning: "{", ending: "}\n")
    )
}
