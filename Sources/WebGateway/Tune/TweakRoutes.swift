import HTTPCore

/// The routes of a terminal for tweaks, besides the terminal itself.
struct TweakRoutes {
    let calls: DaemonCalls
    let pipes: DaemonPipes

    var all: [Route] {
        [
            Route(.get, "/health", .open) { _, _, exchange in exchange.respond(.ok, text: "OK") },
            Route(.get, "/api/tweaks", .restricted) { call, bytes, exchange in
                exchange.respond(with: TweakList(), for: call, in: bytes, from: calls, pipes)
            },
        ]
    }
}
