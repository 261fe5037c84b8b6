import SystemCore

extension Command {
    static let stdio = Command(
        "stdio",
        "Joins standard input and output to the daemon's socket.",
        details: """
            For editors, and from afar: ssh HOST tunerctl stdio. Bytes pass as they are, JSON-RPC in either framing: a text a line,
            or with the Content-Length of language servers. The end of the input is passed on, and what the daemon still has to say
            is waited for; it ends with the daemon.

            The method rpc.discover tells all methods, tunerctl help METHOD explains one. A plugin begins with session.hello, in
            which it says its name and, where TUNER_WORLD is set, its world; tunables.subscribe then tells it every change.
            """,
        examples: ["ssh workshop tunerctl stdio"]
    ) { (invocation, _) throws(Failure) in
        let limit = invocation.global.timeout ?? DaemonEndpoint.patience
        let daemon = try DaemonEndpoint(invocation.global)
        try Relay(try daemon.connectPlainly(within: limit)).run()
        return .done
    }
}
