import SystemCore

/// The memory of connections that do nothing.
struct IdleMemory {
    private(set) var table = Table([
        "server", "resident MB", "kB an idle connection that never spoke", "kB an idle one after a ping",
    ])
    private let options: Options

    init(_ options: Options) throws(BenchmarkFailure) {
        self.options = options
        let needed = options.idle + 100
        let limit = (try? Kernel.raiseDescriptorLimit()) ?? 0
        guard limit >= needed else { throw .tooFewDescriptors(limit: limit, needed: needed) }
    }

    /// Of a server that has just been started: memory left over from other work would hide some.
    mutating func measure(_ server: RunningServer) throws(BenchmarkFailure) {
        let before = try server.residentBytes()
        let clients = try (0..<options.idle).map { (_) throws(BenchmarkFailure) in
            try server.connect(during: "idle connections")
        }
        // Connections are accepted in their order: once a new one is served, all these are there.
        try server.ping(try server.connect(during: "idle connections"), during: "idle connections")
        let silent = try server.residentBytes()
        for (number, client) in clients.enumerated() {
            try server.ping(client, during: "idle connection \(number + 1)")
        }
        // Some give back what a request took only after a while.
        pause(options.isSmoke ? .zero : .seconds(2))
        let spoken = try server.residentBytes()
        table.add([
            server.contender.name,
            (Double(before) / 1e6).text(decimals: 1),
            (Double(silent - before) / Double(options.idle) / 1000).text(decimals: 2),
            (Double(spoken - before) / Double(options.idle) / 1000).text(decimals: 2),
        ])
    }
}
