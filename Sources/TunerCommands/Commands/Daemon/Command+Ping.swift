import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let ping = Command(
        "ping",
        "Print whether the daemon is up, and its response time.",
        shell: .repeatable,
        details: """
            Exits with 0 if the daemon is up, and with 4 if it is not. A daemon that does not respond within --timeout
            is down. The default is 2 seconds, and with --watch 1 second.
            """,
        settings: false,
        options: [Option("--watch", "print a line each second, and at once after a change") { $0 = true }],
        examples: ["tunerctl ping", "tunerctl ping --watch"]
    ) { (invocation, watches, output) throws(Failure) in
        let daemon = try DaemonEndpoint(invocation.global)
        if watches {
            try LivenessWatch(daemon, invocation.global, output).run()
        }
        let limit = invocation.global.timeout ?? .seconds(2)
        do throws(Failure) {
            let time = try daemon.connect(within: limit).ping()
            return try output.print(Liveness.up(time).line(output))
        } catch {
            guard error.meansDaemonIsDown else { throw error }
            try output.print(Liveness.down(nil).line(output))
            error.report(asJSON: output.isJSON)
            return .noDaemon
        }
    }
}
