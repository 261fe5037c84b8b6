import ClientCore
import HTTPCore
import JSONCore
import LoopCore
import TunerAPI

/// The routes that are about the gateway and the daemon, and not about values.
struct ServiceRoutes {
    /// How long `/api/ping` waits for the daemon.
    private static let pingLimit = Duration.seconds(2)

    let login: LoginRoute
    let lifecycle: GatewayLifecycle
    let calls: DaemonCalls
    let loop: EventLoop

    var all: [Route] {
        [
            Route(.get, "/", .open, login.respond),
            Route(.get, "/healthz", .open) { _, _, exchange in exchange.respond(.ok, text: "ok") },
            Route(.get, "/readyz", .open) { _, _, exchange in respondToPing(exchange) },
            Route(.get, "/api/ping", .restricted) { _, _, exchange in respondToPing(exchange) },
            Route(.post, "/api/shutdown", .restricted) { _, _, exchange in
                if let server = exchange.server {
                    lifecycle.end(server)
                }
                exchange.respond(.ok, .json, "{\"stopping\":true}\n".utf8.span)
            },
        ]
    }

    /// Responds with the status 200 if the daemon responds in time.
    private func respondToPing(_ exchange: Exchange) {
        let timer = loop.schedule(after: ServiceRoutes.pingLimit) {
            exchange.respond(.unavailable("the daemon at \(calls.address.path.shownWhole) does not respond"))
        }
        calls.call(API.ping, on: .reads, in: nil) { response in
            loop.cancel(timer)
            switch response {
            case .success: exchange.respond(.ok, text: "ok")
            case .failure(let fault): exchange.respond(fault)
            }
        }
    }
}
