import JSONCore
import OptionCore
import SystemCore

extension Command {
    static let ping = Command(
        "ping",
        "Tells whether the daemon is up, and how fast it answers.",
        details: """
            It ends with 0 when the daemon is up, else with 4. A daemon that does not answer within 2 seconds is down; with
            --watch within 1, unless --timeout says otherwise.
            """,
        settings: false,
        options: [Option("--watch", "goes on: a line each second, and at once when something changes") { $0 = true }],
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
            error.tell(asJSON: output.isJSON)
            return .noDaemon
        }
    }
}
