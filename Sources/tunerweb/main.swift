import ServiceCore
import SystemCore
import TunerAPI
import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Parses the command line, listens, and serves until a signal or a request stops the program. Any other end prints why.

Kernel.openMissingStandardStreams()
let options: GatewayOptions
do {
    options = try GatewayOptions(Kernel.arguments)
} catch {
    StandardStreams.fail("tunerweb: \(error); see tunerweb --help", exitCode: 2)
}
switch options.action {
case .help: StandardStreams.print(GatewayHelp.text(terminalColumns: StandardStreams.columns))
case .manual: StandardStreams.print(GatewayManual.text)
case .version: StandardStreams.print("tunerweb \(API.release)\n")
case .run:
    Kernel.ignoreBrokenPipes()
    TerminationSignals.hold()
    let environment = ServiceEnvironment.take()
    do {
        // First: a new descriptor could get the number of a missing inherited one.
        let sockets = try GatewaySockets(options.host, port: options.port, environment)
        let gateway = try Gateway(
            options,
            daemon: SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath),
            descriptors: try Kernel.raiseDescriptorLimit(),
            on: sockets,
            for: try ServiceManager(environment)
        )
        Kernel.releaseCode()
        StandardStreams.printError("tunerweb: serving \(gateway.url)\n")
        try gateway.run()
        exit(0)
    } catch {
        let isPortInUse = if case GatewayError.portInUse = error { true } else { false }
        StandardStreams.fail("tunerweb: \(error)", exitCode: isPortInUse ? 3 : 1)
    }
}
