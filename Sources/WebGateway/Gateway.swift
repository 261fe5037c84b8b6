import GatewayFiles
import HTTPCore
import LoopCore
import NetworkCore
package import ServiceCore
package import SystemCore
package import TunerAPI

/// All parts of the gateway, on one event loop.
package final class Gateway {
    /// How long the gateway keeps the code of its start in memory.
    private static let startTime = Duration.seconds(1)

    /// The URL at which the gateway serves.
    package let url: String

    private let files: GatewayFiles
    /// What this process has published; in a local variable, an optimized build ends it before the loop runs.
    private var claim: GatewayClaim?
    private let loop: EventLoop
    private let lifecycle: GatewayLifecycle
    private let server: HTTPServer
    private let calls: DaemonCalls
    private let signals: TerminationSignals
    private let input: InputEnd?

    /// Creates all parts of the gateway on sockets that listen already.
    ///
    /// `descriptors` is the number of descriptors that the process may open.
    package init(
        _ options: GatewayOptions,
        daemon: SocketPath,
        descriptors: Int = .max,
        on sockets: consuming GatewaySockets,
        for manager: ServiceManager
    ) throws {
        let files = options.files(of: daemon)
        let token: String
        do {
            token = try TokenFile.token(at: files.token)
        } catch {
            throw GatewayError.tokenFile(files.token, error)
        }
        let ports = sockets.endpoints.map(\.port)
        let port = ports.first ?? options.port
        let secrets = AccessSecrets(token: token, port: port)
        // The sockets may have another loopback address than the usual ones.
        let addresses = Set(sockets.endpoints.map(\.host))
        let policy = AccessPolicy(
            names: HostNames(ports: ports, more: options.names + addresses),
            origins: Set(options.origins),
            secrets: secrets,
            user: Kernel.userID
        )
        var limits = options.limits
        limits.boundConnections(byDescriptors: descriptors)
        let loop = try EventLoop()
        let lifecycle = GatewayLifecycle(manager, on: loop)
        let login = LoginRoute(secrets: secrets, tokens: files.oneTimeTokens, user: Kernel.userID)
        let calls = DaemonCalls(to: daemon, on: loop)
        let pipes = DaemonPipes(
            to: calls.address,
            startCommand: calls.startCommand,
            limit: limits.pipes,
            on: loop
        )
        let streams = EventStreams(on: loop)
        let versions = FlagsVersions(of: calls, on: loop)
        let routes =
            ServiceRoutes(login: login, lifecycle: lifecycle, ping: DaemonPing(calls, on: loop)).all
            + PageRoutes().all
            + OFREPRoutes(calls, versions, streams).all
            + MetricsRoutes(calls, streams, exports: options.exports, on: loop).all
            + EventRoutes(calls, streams, on: loop).all
            + RPCRoutes(pipes).all
            + TuneRoutes(calls: calls, pipes: pipes).all + TweakRoutes(calls: calls, pipes: pipes).all
            + TerminalRoutes(calls: calls, loop: loop).all
        let server = HTTPServer(Router(routes), policy, limits: limits, on: loop)
        signals = try TerminationSignals(on: loop) { signal in
            if signal != .hangup {
                lifecycle.end(server)
            }
        }
        do {
            input = try options.stopsAtEndOfInput ? InputEnd(on: loop) { lifecycle.end(server) } : nil
        } catch is InputEnd.CannotEnd {
            throw GatewayError.inputCannotEnd
        }
        while let listener = sockets.takeListener() {
            try server.listen(on: listener)
        }
        // The name means these two addresses.
        let isNamed =
            options.address == nil && sockets.endpoints.allSatisfy { $0.port == port }
            && sockets.endpoints.contains { $0.address == .loopbackV4 || $0.address == .loopbackV6 }
        url = "http://\(isNamed ? "localhost:\(port)" : sockets.endpoints.first.map { "\($0)" } ?? "")/"
        self.files = files
        self.loop = loop
        self.lifecycle = lifecycle
        self.calls = calls
        self.server = server
    }

    /// Serves until a signal or a request stops the gateway.
    package func run() throws(SystemError) {
        var status = GatewayStatus()
        (status.pid, status.url) = (Int64(Kernel.processID), url)
        (status.version, status.started) = (API.release.description, Kernel.wallTime().rfc3339)
        // Without this, the gateway still serves, but `tunerctl web` does not find it.
        claim = try? files.publish(status)
        lifecycle.announce(url)
        // The first requests use much code of the start. To map it again would delay their responses.
        loop.schedule(after: Gateway.startTime) { Kernel.releaseCode() }
        try loop.run()
        claim = nil
    }
}
