internal import CNetwork

/// An IPv4 or IPv6 address; an IPv6 address that contains an IPv4 address is that IPv4 address.
package struct IPAddress: Hashable, Sendable {
    let isV6: Bool
    /// The first and the last eight bytes; an IPv4 address is the last four bytes.
    let high: UInt64
    let low: UInt64

    package static let loopbackV4 = IPAddress(isV6: false, high: 0, low: 0x7F00_0001)
    package static let loopbackV6 = IPAddress(isV6: true, high: 0, low: 1)

    private init(isV6: Bool, high: UInt64, low: UInt64) {
        self.isV6 = isV6
        self.high = high
        self.low = low
    }

    /// Reads an address in its usual notation; nil for any other text, also for a name.
    package init?(_ text: String) {
        var endpoint = cnetwork_endpoint()
        guard !text.utf8.contains(0), unsafe cnetwork_parse_address(text, &endpoint) == 1 else { return nil }
        self.init(endpoint)
    }

    init(_ endpoint: cnetwork_endpoint) {
        self.init(isV6: endpoint.is_v6 != 0, high: endpoint.high, low: endpoint.low)
    }

    /// Whether only processes of this machine can reach the address: `::1`, or an address from `127.0.0.0/8`.
    package var isLoopback: Bool { isV6 ? self == .loopbackV6 : low >> 24 == 127 }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        var endpoint = Endpoint(self, port: 0).forC
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 46) { text in
            guard let start = text.baseAddress else { return "" }
            unsafe cnetwork_format_address(&endpoint, start, text.count)
            return unsafe String(cString: start)
        }
    }
}
