import JSONCore
import SystemCore
import TunerAPI

extension Command {
    static let stop = Command(
        "stop",
        "Stop the daemon, and wait until it has exited.",
        details: "The daemon first responds to the requests that it has received.",
        examples: ["tunerctl stop"]
    ) { (invocation, output) throws(Failure) in
        let limit = invocation.global.timeout ?? DaemonEndpoint.patience
        let deadline = Kernel.monotonicTime() + limit
        let daemon = try DaemonEndpoint(invocation.global)
        let connection = try daemon.connect(within: limit)
        // If the process is not visible, as in another PID namespace, only wait for the end of the connection.
        let process = try connection.process().flatMap(RunningProcess.init)
        do throws(Failure) {
            _ = try connection.call(API.Server.stop.name.description)
        } catch {
            // Another client has stopped the daemon in the meantime.
            guard case .disconnected = error else { throw error }
        }
        guard try connection.waitForEnd(within: deadline - Kernel.monotonicTime()),
            try process?.waitForEnd(within: deadline - Kernel.monotonicTime()) ?? true
        else { throw .slowEnd(daemon.path, limit) }
        output.note("tunerctl: the daemon at \(daemon.path.shownWhole) has stopped\n")
        return .done
    }
}
