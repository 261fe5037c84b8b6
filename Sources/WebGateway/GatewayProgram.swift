import ServiceCore
import SystemCore
import TunerAPI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The program `tunerweb`, which `tunerctl` contains too: both are one file when they are installed.
package enum GatewayProgram {
    /// Whether this process was started as `tunerweb`, in any directory.
    package static var isCalled: Bool {
        guard CommandLine.argc > 0, let word = unsafe CommandLine.unsafeArgv[0] else { return false }
        let path = unsafe String(cString: word)
        return path == "tunerweb" || path.hasSuffix("/tunerweb")
    }

    /// Parses the command line, listens, and serves until a signal or a request stops the program.
    ///
    /// Any other end prints why.
    package static func run() -> Never {
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
        case .run: serve(options)
        }
        exit(0)
    }

    private static func serve(_ options: GatewayOptions) -> Never {
        Kernel.ignoreBrokenPipes()
        TerminationSignals.hold()
        let environment = ServiceEnvironment.take()
        let daemon = SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath)
        do {
            // First: a new descriptor could get the number of a missing inherited one.
            let sockets = try GatewaySockets(options, environment)
            let gateway = try Gateway(
                options,
                daemon: daemon,
                descriptors: try Kernel.raiseDescriptorLimit(),
                on: sockets,
                for: try ServiceManager(environment)
            )
            StandardStreams.printError("tunerweb: serving \(gateway.url)\n")
            try gateway.run()
            exit(0)
        } catch GatewayError.portInUse(let endpoint, let holder) {
            let error = GatewayError.portInUse(endpoint, holder)
            guard holder?.isServiceManager == true,
                let url = try? ServiceManagerPort.startGateway(at: endpoint, options.files(of: daemon))
            else { StandardStreams.fail("tunerweb: \(error)", exitCode: 3) }
            StandardStreams.fail(
                "tunerweb: the service manager listens on \(endpoint), and has started the tunerweb that serves \(url)",
                exitCode: 3
            )
        } catch {
            StandardStreams.fail("tunerweb: \(error)", exitCode: 1)
        }
    }
}
