import HTTPCore

/// The names by which clients may address the server, each as in the `Host` field.
package struct HostNames: Sendable {
    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]
    /// The port that a URL need not name.
    private static let usualPort: UInt16 = 80

    private let names: [[UInt8]]

    /// Creates the names of a server with these ports; `more` are further names, each with a port or without one.
    ///
    /// A further name without a port is a name with each port of the server, and without one, as behind a proxy.
    package init(ports: [UInt16], more: [String] = []) {
        let named = more.filter { HostNames.hasPort($0) }
        var names = more
        for port in ports {
            for name in HostNames.loopback + more where !named.contains(name) {
                names.append("\(name):\(port)")
                if port == HostNames.usualPort {
                    names.append(name)
                }
            }
        }
        self.names = names.map { Array($0.lowercased().utf8) }
    }

    /// Returns whether a host is one of the names; the case of letters does not count.
    func contains(_ host: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        names.contains { HostNames.equals($0, host, in: bytes) }
    }

    /// Returns whether a text can be a further name.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ".-:[]_".utf8.contains(byte)
                }
            }
    }

    private static func hasPort(_ name: String) -> Bool {
        guard let colon = name.lastIndex(of: ":") else { return false }
        // An IPv6 address in brackets has colons, too.
        return !name[colon...].contains("]")
    }

    private static func equals(_ name: [UInt8], _ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard name.count == range.count else { return false }
        return name.indices.allSatisfy { index in
            let byte = bytes[range.lowerBound + index]
            return name[index] == ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        }
    }
}
