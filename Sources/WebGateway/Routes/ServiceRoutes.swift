import HTTPCore

/// The routes that are about the gateway and the daemon, and not about values.
struct ServiceRoutes {
    let login: LoginRoute
    let lifecycle: GatewayLifecycle
    let ping: DaemonPing

    var all: [Route] {
        [
            Route(.get, "/", .open, login.respond),
            Route(.get, "/healthz", .open) { _, _, exchange in exchange.respond(.ok, text: "ok") },
            Route(.get, "/readyz", .open) { _, _, exchange in respondWhetherReady(exchange) },
            Route(.get, "/api/ping", .restricted) { _, _, exchange in respondToPing(exchange) },
            Route(.post, "/api/shutdown", .restricted) { _, _, exchange in
                if let server = exchange.server {
                    lifecycle.end(server)
                }
                exchange.respond(.ok, .json, "{\"stopping\":true}\n".utf8.span)
            },
        ]
    }

    /// Responds with the status 200 if the daemon responds in time, and with the reason if not.
    private func respondToPing(_ exchange: Exchange) {
        ping.send { fault in
            if let fault {
                exchange.respond(fault)
            } else {
                exchange.respond(.ok, text: "ok")
            }
        }
    }

    /// Responds as to a ping, but without the reason, which has paths and users: the route is open to every user.
    private func respondWhetherReady(_ exchange: Exchange) {
        ping.send { fault in
            guard fault != nil else { return exchange.respond(.ok, text: "ok") }
            exchange.respond(
                .unavailable("the daemon does not respond; start it with: tunerctl start; GET /api/ping has the reason")
            )
        }
    }
}
