import SystemCore

/// The kernel's tables of TCP sockets as text, `/proc/net/tcp` and `/proc/net/tcp6`.
enum SocketTable {
    /// The limit for the bytes that are read of a table; a line takes about 150 bytes.
    static let limit = 4 << 20
    private static let chunk = 64 << 10

    /// Returns the socket with its own end at `peer` and its other end at `local`; nil if it is in neither table.
    static func connection(from peer: Endpoint, to local: Endpoint) -> SocketEntry? {
        // A socket of IPv6 that is connected to an IPv4 address is in the other table.
        for isWide in peer.address.isV6 ? [true] : [false, true] {
            let wanted = Array("\(hexadecimal(peer, isWide)) \(hexadecimal(local, isWide)) ".utf8)
            if let entry = first(inWideTable: isWide, where: { ends($0).starts(with: wanted) }) {
                return entry
            }
        }
        return nil
    }

    /// Returns the socket that listens at an endpoint, or at its port of every address; nil if there is none.
    static func listener(at endpoint: Endpoint) -> SocketEntry? {
        let port = hexadecimal(UInt64(endpoint.port), digits: 4)
        let anyV4 = "\(String(repeating: "0", count: 8)):\(port) "
        let anyV6 = "\(String(repeating: "0", count: 32)):\(port) "
        for isWide in [false, true] {
            var locals = [isWide ? anyV6 : anyV4]
            if isWide || !endpoint.address.isV6 {
                locals.append("\(hexadecimal(endpoint, isWide)) ")
            }
            let wanted = locals.map { Array($0.utf8) }
            let entry = first(inWideTable: isWide) { line in
                let ends = ends(line)
                return wanted.contains { ends.starts(with: $0) } && SocketEntry(line)?.state == SocketEntry.listening
            }
            if let entry {
                return entry
            }
        }
        return nil
    }

    /// Returns the part of a line that begins with the own end and the other end, behind the number of the line.
    private static func ends(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        return line[colon...].dropFirst(2)
    }

    private static func first(
        inWideTable isWide: Bool,
        where isWanted: (ArraySlice<UInt8>) -> Bool
    ) -> SocketEntry? {
        let path = isWide ? "/proc/net/tcp6" : "/proc/net/tcp"
        guard let file = try? KernelFileSystem().open(path, .read) else { return nil }
        var offset = 0
        var rest: [UInt8] = []
        while offset < limit, let bytes = try? file.readFully(count: chunk, at: Int64(offset)), !bytes.isEmpty {
            offset += bytes.count
            rest += bytes
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[start..<end]
                if isWanted(line), let entry = SocketEntry(line) {
                    return entry
                }
                start = end + 1
            }
            rest.removeSubrange(..<start)
        }
        return nil
    }

    /// Returns an endpoint as the tables write it: each four bytes of the address as one number of the machine.
    private static func hexadecimal(_ endpoint: Endpoint, _ isWide: Bool) -> String {
        let address = endpoint.address
        let low = isWide && !address.isV6 ? 0xFFFF_0000_0000 | address.low : address.low
        var words = [UInt32(truncatingIfNeeded: low)]
        if isWide {
            words = [address.high >> 32, address.high, low >> 32, low].map { UInt32(truncatingIfNeeded: $0) }
        }
        let digits = words.map { hexadecimal(UInt64($0.bigEndian), digits: 8) }.joined()
        return "\(digits):\(hexadecimal(UInt64(endpoint.port), digits: 4))"
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension SocketEntry {
    /// Reads a line of a table; nil for its heading.
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "))
        func number<Number: FixedWidthInteger>(_ index: Int, radix: Int = 10) -> Number? {
            Number(String(decoding: fields[index], as: UTF8.self), radix: radix)
        }
        guard fields.count >= 10, let state: UInt8 = number(3, radix: 16), let user: UInt32 = number(7),
            let inode: UInt64 = number(9)
        else { return nil }
        self.init(user: user, inode: inode, state: state)
    }
}
