import SystemCore

/// A benchmark of the memory of idle connections.
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

    /// The server is new, because free memory from earlier work would hide a part.
    mutating func measure(_ server: RunningServer) throws(BenchmarkFailure) {
        let before = try server.residentBytes()
        let clients = try (0..<options.idle).map { (_) throws(BenchmarkFailure) in
            try server.connect(during: "idle connections")
        }
        // The server accepts connections in order, so once it serves a new one, it has accepted all.
        try server.ping(try server.connect(during: "idle connections"), during: "idle connections")
        let silent = try server.residentBytes()
        for (number, client) in clients.enumerated() {
            try server.ping(client, during: "idle connection \(number + 1)")
        }
        // Some servers return the memory of a request only after a while.
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
