import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let start = Command(
        "start",
        "Start the daemon in the background, and wait until it responds.",
        Arguments("[-- TUNERD-OPTION...]", least: 0),
        details: """
            The program is the tunerd beside tunerctl, else the first one in $PATH. It gets --socket, --state and the
            options after --. Its log is the file tunerd.log in the state directory. At 8 MiB it is renamed to
            tunerd.log.1, and tunerd.log.1 to tunerd.log.2; tunerd.log.4 is the oldest file. If a daemon runs already,
            the command prints this, and succeeds. If another daemon is just starting or stopping on the socket, the
            command waits for it.
            """,
        settings: String?.none,
        options: [.path("--state", "DIR", "keep the state of the daemon in the directory DIR") { $0 = $1 }],
        examples: ["tunerctl start", "tunerctl start -- --durability relaxed"]
    ) { (invocation, state, output) throws(Failure) in
        let daemon = try DaemonEndpoint(invocation.global)
        let start = DaemonStart(daemon, invocation.global, state: state, invocation.words)
        output.note("tunerctl: \(try start.run())\n")
        return .done
    }
}
