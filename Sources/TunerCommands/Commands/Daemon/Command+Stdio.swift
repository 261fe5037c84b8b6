import SystemCore

extension Command {
    static let stdio = Command(
        "stdio",
        "Connect standard input and output to the daemon's socket.",
        shell: .refused,
        details: """
            For editors, and for other machines: ssh HOST tunerctl stdio. Bytes are not changed. The protocol is
            JSON-RPC, with one message a line or with the Content-Length header of language servers. After the end of
            the input, the command prints the remaining output of the daemon, and exits.

            The method rpc.discover lists all methods; tunerctl help METHOD explains one. A plugin first calls
            session.hello with its name and, if TUNER_WORLD is set, its world. Then it calls tunables.subscribe to
            receive every change.
            """,
        examples: ["ssh workshop tunerctl stdio"]
    ) { (invocation, _) throws(Failure) in
        let limit = invocation.global.timeout ?? DaemonEndpoint.patience
        let daemon = try DaemonEndpoint(invocation.global)
        try Relay(try daemon.connectPlainly(within: limit)).run()
        return .done
    }
}
