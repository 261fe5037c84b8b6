import ServiceCore
import SystemCore
import TunerAPI
import TunerDaemon

// The daemon with more options, for tests:
// - While the file of --hang exists, reading the calendar clock blocks the caller, such as the event loop when it commits.
// - The clocks are as many seconds ahead as the file of --ahead has bytes.
// - --turn is the time limit of a turn in milliseconds.
// - --patience is the time limit of an orderly end in seconds.

/// Removes an option with its value from the arguments, and returns the value, if the option is there.
func take(_ name: String, from arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
    defer { arguments.removeSubrange(index...index + 1) }
    return arguments[index + 1]
}

var arguments = Array(CommandLine.arguments.dropFirst())
let hang = take("--hang", from: &arguments)
let ahead = take("--ahead", from: &arguments)
let limit = take("--turn", from: &arguments).flatMap { Int64($0) }.map { Duration.milliseconds($0) }
let patience = take("--patience", from: &arguments).flatMap { Int64($0) }.map { Duration.seconds($0) }

/// By how many seconds the clocks are ahead.
@Sendable func secondsAhead() -> Int64 { ahead.flatMap { try? Kernel.status(of: $0) }.map { Int64($0.size) } ?? 0 }

let clock = Clocks(
    monotonic: { Kernel.monotonicTime() + .seconds(secondsAhead()) },
    wall: {
        while let hang, (try? Kernel.status(of: hang)) != nil {}
        let now = Kernel.wallTime()
        return WallTime(seconds: now.seconds + secondsAhead(), nanoseconds: now.nanoseconds)
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
    let resources = try DaemonResources(request, environment)
    let log = Log(Descriptor(owning: 2), level: options.logLevel, format: options.logFormat)
    let daemon = try Daemon(options, with: resources, for: try ServiceManager(environment), log: log, clock: clock)
    if let patience { daemon.patience = patience }
    try daemon.run(turnLimit: limit ?? .seconds(10))
} catch {
    StandardStreams.fail("test-daemon: \(error)", exitCode: 1)
}
