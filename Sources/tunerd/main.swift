import ServiceCore
import SystemCore
import TunerAPI
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Parses the command line, starts the daemon, and serves until a signal requests the end. Any other end prints why.

Kernel.openMissingStandardStreams()
let options: DaemonOptions
do {
    options = try DaemonOptions(Kernel.arguments)
} catch {
    StandardStreams.fail("tunerd: \(error); see tunerd --help", exitCode: 2)
}
// The log owns standard error. A global keeps it open until exit, so that a failed start can print its error there.
let log = Log(Descriptor(owning: STDERR_FILENO), level: options.logLevel, format: options.logFormat)
switch options.action {
case .help: StandardStreams.print(DaemonHelp.text(terminalColumns: StandardStreams.columns))
case .manual: StandardStreams.print(DaemonManual.text)
case .version: StandardStreams.print("tunerd \(API.release)\n")
case .run:
    Kernel.ignoreBrokenPipes()
    TerminationSignals.hold()
    let environment = ServiceEnvironment.take()
    do {
        let manager = try ServiceManager(environment)
        let request = ResourceRequest(
            socket: SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath),
            state: StatePath(option: options.state, environment: Kernel.environmentPath),
            group: options.socketGroup
        )
        let resources = try DaemonResources(request, environment)
        let descriptors = try Kernel.raiseDescriptorLimit()
        let daemon = try Daemon(options, descriptors: descriptors, with: resources, for: manager, log: log)
        // Only now: the log of a failed start goes to standard error, where the caller reads it.
        if let file = options.logFile {
            try log.continue(in: file, limit: options.logFileSize, keeping: options.logFiles)
        }
        Kernel.releaseCode()
        try daemon.run()
        exit(0)
    } catch StartupError.socketInUse(let path, let pid) {
        // tunerctl start waits for the daemon that has the socket.
        StandardStreams.fail("tunerd: \(StartupError.socketInUse(path, pid: pid))", exitCode: 3)
    } catch {
        StandardStreams.fail("tunerd: \(error)", exitCode: 1)
    }
}
