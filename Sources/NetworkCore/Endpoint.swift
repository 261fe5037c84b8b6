internal import CNetwork

/// One end of a TCP connection, or the address of a listener.
package struct Endpoint: Hashable, Sendable {
    package let address: IPAddress
    package let port: UInt16

    package init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    init(_ endpoint: cnetwork_endpoint) {
        self.init(IPAddress(endpoint), port: endpoint.port)
    }

    var forC: cnetwork_endpoint {
        cnetwork_endpoint(high: address.high, low: address.low, port: port, is_v6: address.isV6 ? 1 : 0)
    }
}

extension Endpoint: CustomStringConvertible {
    /// The address as in a URL: `127.0.0.1` or `[::1]`.
    package var host: String { address.isV6 ? "[\(address)]" : "\(address)" }

    /// The endpoint as in a URL: `127.0.0.1:80` or `[::1]:80`.
    package var description: String { "\(host):\(port)" }
}
