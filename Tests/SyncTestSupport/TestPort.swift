import NetworkCore
import Synchronization

/// Ports for servers that a test starts.
package enum TestPort {
    /// The port before the next one.
    private static let last = Mutex(UInt16.random(in: 10_000..<20_000))

    /// Returns a port that nothing listens on, and that no other test gets.
    ///
    /// A server listens later, or again after a restart. So the port is none of those that the system gives to sockets by
    /// itself.
    package static func next() -> UInt16 {
        while true {
            let port = last.withLock { port in
                port = port < 29_999 ? port + 1 : 10_000
                return port
            }
            if (try? Network.listen(at: Endpoint(.loopbackV4, port: port))) != nil { return port }
        }
    }
}
