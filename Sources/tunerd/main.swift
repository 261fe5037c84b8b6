import SystemCore
import TunerAPI
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Reads the command line, takes the place, serves until it is asked to end; every other end says why.

let options: DaemonOptions
do {
    options = try DaemonOptions(CommandLine.arguments.dropFirst())
} catch {
    StandardStreams.fail("tunerd: \(error); see tunerd --help", exitCode: 2)
}
switch options.action {
case .help: StandardStreams.print(DaemonHelp.text)
case .version: StandardStreams.print("tunerd \(Version.text)\n")
case .run:
    Kernel.ignoreBrokenPipes()
    let environment = ServiceEnvironment.take()
    do {
        let manager = try ServiceManager(environment)
        let request = PlaceRequest(
            socket: SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environment),
            state: StatePath(option: options.state, environment: Kernel.environment),
            group: options.socketGroup
        )
        let place = try Place(request, environment)
        _ = try Kernel.raiseDescriptorLimit()
        let log = Log(Descriptor(owning: STDERR_FILENO), level: options.logLevel, format: options.logFormat)
        let daemon = try Daemon(options, in: place, for: manager, log: log)
        try daemon.run()
        exit(0)
    } catch {
        StandardStreams.fail("tunerd: \(error)", exitCode: 1)
    }
}
