import ServiceCore
import SyncEngine
import SyncService
import SystemCore
import TransferCore
import TunerAPI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Parses the command line, and fetches until a signal, checks a configuration, or sends a command to the tunersync that
// runs. Any other end prints why.

Kernel.openMissingStandardStreams()

/// Returns what is read from a configuration, or prints its faults and exits.
func reading<Value>(_ body: () throws(ConfigurationFile.Fault) -> Value) -> Value {
    do throws(ConfigurationFile.Fault) {
        return try body()
    } catch {
        let code: Int32 = if case .unreadable = error { 2 } else { 1 }
        StandardStreams.fail(error.lines.joined(separator: "\n"), exitCode: code)
    }
}

/// Exits with a sentence if the library that fetches is missing.
func requireTransfers() {
    guard let fault = TransferLibrary.fault else { return }
    let advice = "it needs libcurl; on Debian, install it with: apt install libcurl4"
    StandardStreams.fail("tunersync: cannot fetch, \(fault); \(advice)", exitCode: 1)
}

do {
    let options = try SyncOptions(Kernel.arguments)
    switch options.action {
    case .help: StandardStreams.print(SyncHelp.text(terminalColumns: StandardStreams.columns))
    case .manual: StandardStreams.print(SyncManual.text)
    case .version: StandardStreams.print("tunersync \(API.release)\n")
    case .check(let path):
        reading { () throws(ConfigurationFile.Fault) in
            try ConfigurationFile.check(path, onlySyntax: options.isSyntaxOnly)
        }
    case .control(let command):
        Kernel.ignoreBrokenPipes()
        let socket = SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath)
        exit(try SyncControl(command, daemon: socket).run())
    case .fleet(let options):
        Kernel.ignoreBrokenPipes()
        if options.action == .help {
            StandardStreams.print(FleetHelp.text(terminalColumns: StandardStreams.columns))
            exit(0)
        }
        requireTransfers()
        guard let path = options.configuration ?? ConfigurationFile.usualPath(Kernel.environmentPath) else {
            throw SyncUsageFault.noConfiguration
        }
        let configuration = reading { () throws(ConfigurationFile.Fault) in try ConfigurationFile.read(path) }
        exit(try FleetCommand(options, configuration).run())
    case .run:
        requireTransfers()
        guard let path = options.configuration else { throw SyncUsageFault.noConfiguration }
        guard let directory = options.stateDirectory(Kernel.environmentPath) else { throw SyncUsageFault.noState }
        let first = reading { () throws(ConfigurationFile.Fault) in try ConfigurationFile.read(path) }
        Kernel.ignoreBrokenPipes()
        TerminationSignals.hold()
        let manager = try ServiceManager(ServiceEnvironment.take())
        let socket = SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath)
        try KernelFileSystem().createDirectories(directory, mode: 0o700)
        switch try FileLock.acquire("\(directory)/lock") {
        case .held(let pid):
            let holder = pid.map { " (pid \($0))" } ?? ""
            StandardStreams.fail("tunersync: another tunersync\(holder) uses \(directory)", exitCode: 3)
        case .acquired(let lock):
            if let endpoint = options.relay {
                let service = try RelayService(
                    first,
                    at: path,
                    on: endpoint,
                    state: directory,
                    descriptors: try Kernel.raiseDescriptorLimit(),
                    for: manager
                )
                try service.run()
            } else {
                let service = try SyncService(first, at: path, daemon: socket, state: directory, for: manager)
                try service.run()
            }
            extendLifetime(lock)
        }
    }
} catch let fault as FleetFault {
    StandardStreams.fail("tunersync: \(fault)", exitCode: fault.exitCode)
} catch let fault as SyncUsageFault {
    StandardStreams.fail("tunersync: \(fault); see tunersync --help", exitCode: 2)
} catch {
    StandardStreams.fail("tunersync: \(error)", exitCode: 1)
}
