import RPCCore
import ServiceCore
import SystemCore
import TestSupport
import TunerAPI
import TunerDaemon
import TunerStore

/// A daemon on a thread of this process, with a connection that writes.
final class ServedDaemon {
    let address: UnixAddress
    let writer: Client

    init(in directory: String) throws {
        address = try UnixAddress("\(directory)/tunerd.sock")
        let thread = TestThread { ServedDaemon.serve(in: directory) }
        _ = consume thread
        var client: Client?
        _ = try eventually { [address] in
            client = try? Client(connectingTo: address, within: .seconds(60))
            return client != nil
        }
        guard let client else { fatalError("the daemon does not listen") }
        writer = client
    }

    private static func serve(in directory: String) {
        do {
            var options = DaemonOptions()
            options.durability = .relaxed
            let request = ResourceRequest(
                socket: SocketPath(option: "\(directory)/tunerd.sock", user: Kernel.userID) { _ in nil },
                state: StatePath(option: "\(directory)/state") { _ in nil }
            )
            let environment = ServiceEnvironment()
            let daemon = try Daemon(
                options,
                with: try DaemonResources(request, environment),
                for: try ServiceManager(environment),
                log: Log(Descriptor(owning: 2), level: .error, format: options.logFormat)
            )
            try daemon.run()
        } catch {
            fatalError("\(error)")
        }
    }
}
