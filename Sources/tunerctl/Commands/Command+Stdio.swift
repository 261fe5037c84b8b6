import SystemCore

extension Command {
    /// The socket as standard input and output.
    static let stdio = Command(
        "stdio",
        "Joins standard input and output to the daemon's socket.",
        details: """
            For editors, and from afar: ssh HOST tunerctl stdio. Bytes pass as they are, JSON-RPC in either framing. The end of
            the input is passed on, and what the daemon still has to say is waited for.
            """
    ) { (invocation, _) throws(Failure) in
        let limit = invocation.options.timeout ?? Daemon.patience
        let daemon = try Daemon(invocation.options)
        try Relay(try daemon.connectPlainly(within: limit)).run()
        return .done
    }
}
