import HTTPCore

/// The limits of a relay.
struct RelayLimits {
    /// The most open connections.
    private static let most = 20_000
    /// The descriptors for everything else: files, and the connections to the origins and to etcd.
    private static let otherDescriptors = 256
    /// How many refused connections may stay open until the client has read the reason; others are closed at once.
    static let refused = 64
    /// The most bytes of a response that a connection buffers; the rest stays in the shared content of the layer.
    static let piece = 16 << 10
    /// The backlog of the listener: all clients can connect at once, as after a restart.
    static let backlog: Int32 = 4_096

    let connections: Int
    let http: HTTPLimits
    /// The limits of a refused connection, which receives only the reason.
    let refusedHTTP: HTTPLimits

    /// Creates the limits; `descriptors` is the number of descriptors that the process may open.
    init(descriptors: Int) {
        connections = max(1, min(RelayLimits.most, descriptors - RelayLimits.otherDescriptors - RelayLimits.refused))
        var http = HTTPLimits()
        http.sendTime = 30_000_000_000
        http.skippedBody = 4 << 10
        self.http = http
        (http.idleTime, http.headTime, http.sendTime) = (2_000_000_000, 2_000_000_000, 2_000_000_000)
        refusedHTTP = http
    }
}
