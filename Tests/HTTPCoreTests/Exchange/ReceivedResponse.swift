import HTTPCore

/// A response as a client reads it.
struct ReceivedResponse: Equatable {
    var status = 0
    /// The fields with names in small letters.
    var fields: [String: String] = [:]
    var body: [UInt8] = []
    /// Whether the whole body has arrived.
    var isWhole = true

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads the responses to requests of these methods; nil if they are something else.
    static func all(in output: [UInt8], to methods: [HTTPMethod]) -> [ReceivedResponse]? {
        var rest = output[...]
        var responses: [ReceivedResponse] = []
        for method in methods {
            guard let response = ReceivedResponse(taking: &rest, to: method) else { return nil }
            responses.append(response)
        }
        return rest.isEmpty ? responses : nil
    }

    private init?(taking rest: inout ArraySlice<UInt8>, to method: HTTPMethod) {
        guard let first = ReceivedResponse.line(&rest), first.hasPrefix("HTTP/1.1 "), first.count > 13,
            let status = Int(first.dropFirst(9).prefix(3))
        else { return nil }
        self.status = status
        while true {
            guard let line = ReceivedResponse.line(&rest) else { return nil }
            guard !line.isEmpty else { break }
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon].lowercased()
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            guard fields[name] == nil || name == "connection" else { return nil }
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        guard status >= 200, status != 204, status != 304 else {
            guard fields["content-length"] == nil, fields["transfer-encoding"] == nil else { return nil }
            return
        }
        guard method != .head else { return }
        if let text = fields["content-length"] {
            guard let count = Int(text), fields["transfer-encoding"] == nil else { return nil }
            body = Array(rest.prefix(count))
            isWhole = body.count == count
            rest = rest.dropFirst(count)
        } else if fields["transfer-encoding"] == "chunked" {
            guard takeChunks(&rest) else { return nil }
        } else {
            guard fields["connection"] == "close" else { return nil }
            body = Array(rest)
            rest = []
        }
    }

    private mutating func takeChunks(_ rest: inout ArraySlice<UInt8>) -> Bool {
        while true {
            guard let text = ReceivedResponse.line(&rest), let size = Int(text, radix: 16), rest.count >= size + 2
            else {
                return false
            }
            body += rest.prefix(size)
            rest = rest.dropFirst(size)
            guard ReceivedResponse.line(&rest) == "" else { return false }
            guard size > 0 else { return true }
        }
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let feed = rest.firstIndex(of: 0x0A), feed > rest.startIndex, rest[feed - 1] == 0x0D else { return nil }
        let line = String(decoding: rest[rest.startIndex..<feed - 1], as: UTF8.self)
        rest = rest[(feed + 1)...]
        return line
    }
}
