import ServiceCore
import SystemCore
import TunerAPI
import TunerDaemon

// The daemon with one fault, for tests: while the file of --hang exists, reading the calendar clock blocks the caller,
// such as the event loop when it commits. --turn is the time limit of a turn in milliseconds.

/// Removes an option with its value from the arguments, and returns the value.
func take(_ name: String, from arguments: inout [String]) -> String {
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else {
        StandardStreams.fail("test-daemon: \(name) is missing", exitCode: 2)
    }
    defer { arguments.removeSubrange(place...place + 1) }
    return arguments[place + 1]
}

var arguments = Array(CommandLine.arguments.dropFirst())
let file = take("--hang", from: &arguments)
let limit = Duration.milliseconds(Int64(take("--turn", from: &arguments)) ?? 1)
let clock = Clocks(
    monotonic: { Kernel.monotonicTime() },
    wall: {
        while (try? Kernel.status(of: file)) != nil {}
        return Kernel.wallTime()
    }
)
Kernel.ignoreBrokenPipes()
TerminationSignals.hold()
let environment = ServiceEnvironment.take()
do {
    let options = try DaemonOptions(arguments.map { RawText($0) })
    let request = ResourceRequest(
        socket: SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environment),
        state: StatePath(option: options.state, environment: Kernel.environment)
    )
    let place = try DaemonResources(request, environment)
    let log = Log(Descriptor(owning: 2), level: options.logLevel, format: options.logFormat)
    let daemon = try Daemon(options, in: place, for: try ServiceManager(environment), log: log, clock: clock)
    try daemon.run(turnLimit: limit)
} catch {
    StandardStreams.fail("test-daemon: \(error)", exitCode: 1)
}
