import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let start = Command(
        "start",
        "Starts the daemon in the background and waits until it answers.",
        Arguments(usage: "[-- TUNERD-OPTION...]", first: "", least: 0, most: .max),
        details: """
            It runs the tunerd beside tunerctl, else the one in $PATH, with --socket, --state and what follows --. Its log is
            tunerd.log in the directory of its state; at 8 MiB it becomes tunerd.log.1, and a new one begins. Where a daemon runs already,
            that is said, and is as good.
            """,
        settings: String?.none,
        options: [.path("--state", "DIR", "the directory of the daemon's state") { $0 = $1 }],
        examples: ["tunerctl start", "tunerctl start -- --durability relaxed"]
    ) { (invocation, state, output) throws(Failure) in
        let daemon = try DaemonEndpoint(invocation.global)
        let start = DaemonStart(daemon, invocation.global, state: state, invocation.words)
        output.note("tunerctl: \(try start.run())\n")
        return .done
    }
}
