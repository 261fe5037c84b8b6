internal import CNetwork
package import SystemCore

/// The system calls of TCP, with the errors of ``Kernel``.
///
/// `Kernel` accepts connections, receives, sends and shuts down for every kind of socket.
package enum Network {
    /// Creates a non-blocking socket that listens at an endpoint; port 0 takes a free port.
    package static func listen(at endpoint: Endpoint, backlog: Int32 = 1024) throws(SystemError) -> Descriptor {
        var address = endpoint.forC
        let raw = try Kernel.attempt("bind", path: endpoint.description) {
            unsafe cnetwork_listen(&address, backlog)
        }
        return Descriptor(owning: raw)
    }

    /// Begins to connect a non-blocking socket, which becomes writable when it is connected.
    ///
    /// `throughV6` connects an IPv6 socket to an IPv4 address.
    package static func connect(to endpoint: Endpoint, throughV6: Bool = false) throws(SystemError) -> Descriptor {
        var address = endpoint.forC
        let raw = try Kernel.attempt("connect", path: endpoint.description) {
            unsafe cnetwork_connect(&address, throughV6 ? 1 : 0)
        }
        return Descriptor(owning: raw)
    }

    /// Returns whether a descriptor is a listening TCP socket.
    package static func isListener(_ descriptor: borrowing Descriptor) -> Bool {
        cnetwork_is_listener(descriptor.raw) == 1
    }

    /// Returns the own end of a socket.
    package static func localEndpoint(of socket: borrowing Descriptor) throws(SystemError) -> Endpoint {
        let raw = socket.raw
        var endpoint = cnetwork_endpoint()
        _ = try Kernel.attempt("getsockname") { unsafe cnetwork_local_endpoint(raw, &endpoint) }
        return Endpoint(endpoint)
    }

    /// Returns the other end of a connected socket; throws ENOTCONN if the connection has failed.
    package static func peerEndpoint(of socket: borrowing Descriptor) throws(SystemError) -> Endpoint {
        let raw = socket.raw
        var endpoint = cnetwork_endpoint()
        _ = try Kernel.attempt("getpeername") { unsafe cnetwork_peer_endpoint(raw, &endpoint) }
        return Endpoint(endpoint)
    }

    /// Makes the kernel send small pieces at once (TCP_NODELAY).
    package static func sendAtOnce(_ socket: borrowing Descriptor) throws(SystemError) {
        let raw = socket.raw
        _ = try Kernel.attempt("setsockopt") { cnetwork_send_at_once(raw) }
    }

    /// Lowers the limit for the bytes that the kernel accepts before it can send them (TCP_NOTSENT_LOWAT).
    ///
    /// Without it, Linux buffers up to 4 MB for a client of this machine that reads nothing.
    package static func limitUnsent(of socket: borrowing Descriptor, to count: Int32) throws(SystemError) {
        let raw = socket.raw
        _ = try Kernel.attempt("setsockopt") { cnetwork_limit_unsent(raw, count) }
    }
}
