import HTTPCore
import JSONCore

/// The routes that carry JSON-RPC messages to the daemon.
struct RPCRoutes {
    let pipes: DaemonPipes
    let pool: RPCPool

    init(_ pipes: DaemonPipes, _ limits: RPCPool.Limits = RPCPool.Limits()) {
        self.pipes = pipes
        pool = RPCPool(pipes, limits)
    }

    var all: [Route] {
        [
            Route(.get, "/rpc", .restricted) { [pipes] call, bytes, exchange in
                guard let world = call.world(in: bytes, orRefuse: exchange) else { return }
                exchange.acceptWebSocket(RPCBridge(pipes, in: world.name), in: bytes)
            },
            Route(.post, "/rpc", .restricted, bodyLimit: .max) { [pool] call, bytes, exchange in
                guard let world = call.world(in: bytes, orRefuse: exchange) else { return }
                pool.post(bytes.extracting(call.request.content), in: world.name, exchange)
            },
        ]
    }
}

/// The world that a request selects.
private struct SelectedWorld {
    /// The name; nil for the shared state.
    let name: String?
}

extension RouteCall {
    /// Returns the world of the query; responds and returns nil if the query is faulty.
    fileprivate func world(in bytes: Span<UInt8>, orRefuse exchange: Exchange) -> SelectedWorld? {
        do throws(PercentFault) {
            return SelectedWorld(name: try world(in: bytes))
        } catch {
            exchange.respond(.badRequest, text: error.sentence)
            return nil
        }
    }
}
