import SystemCore
import TunerAPI
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Reads the command line, takes the place, serves until it is asked to end; every other end says why.

Kernel.openMissingStandardStreams()
let options: DaemonOptions
do {
    options = try DaemonOptions(Kernel.arguments)
} catch {
    StandardStreams.fail("tunerd: \(error); see tunerd --help", exitCode: 2)
}
// Never let go of: it owns standard error, on which a start that fails still says why.
let log = Log(Descriptor(owning: STDERR_FILENO), level: options.logLevel, format: options.logFormat)
switch options.action {
case .help: StandardStreams.print(DaemonHelp.text)
case .version: StandardStreams.print("tunerd \(API.release)\n")
case .run:
    Kernel.ignoreBrokenPipes()
    TerminationSignals.hold()
    let environment = ServiceEnvironment.take()
    do {
        let manager = try ServiceManager(environment)
        let request = PlaceRequest(
            socket: SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath),
            state: StatePath(option: options.state, environment: Kernel.environmentPath),
            group: options.socketGroup
        )
        let place = try Place(request, environment)
        let descriptors = try Kernel.raiseDescriptorLimit()
        let daemon = try Daemon(options, descriptors: descriptors, in: place, for: manager, log: log)
        // A start that fails says why where its caller reads it.
        if let file = options.logFile { try log.continue(in: file, limit: options.logFileSize) }
        Kernel.releaseCode()
        try daemon.run()
        exit(0)
    } catch {
        StandardStreams.fail("tunerd: \(error)", exitCode: 1)
    }
}
