package import HTTPCore
import JSONCore
import NetworkCore

/// The parts of a request that a relay uses.
package struct RelayRequest {
    /// The resource that a path names.
    package enum Target: Equatable {
        case layer(String)
        case health
        case nothing
    }

    let target: Target
    /// Whether the field `Host` is an IP address or `localhost`, or absent.
    let isForAddress: Bool
    let isGet: Bool
    let isRead: Bool
    let conditions: RequestConditions
    /// How many seconds the response may wait for a change; nil for an immediate response.
    let wait: Int64?
    /// The value of the field `Authorization`; nil without this field, or if it occurs more than once.
    let authorization: [UInt8]?

    package init(_ request: HTTPRequest, in bytes: Span<UInt8>) {
        target = RelayRequest.target(request.path, in: bytes)
        isForAddress = request.host.map { RelayRequest.isAddress($0, in: bytes) } ?? true
        isGet = request.method == .get
        isRead = isGet || request.method == .head
        conditions = RequestConditions(request, in: bytes)
        wait = PreferredWait.seconds(of: request, in: bytes)
        authorization = request.onlyValue(of: "authorization", in: bytes).map { [UInt8](bytes, in: $0) }
    }

    private static func target(_ path: Range<Int>, in bytes: Span<UInt8>) -> Target {
        var segments = PathSegments(path)
        var texts: [String] = []
        while let segment = segments.next(in: bytes) {
            guard texts.count < 2, let text = decoded(segment, in: bytes) else { return .nothing }
            texts.append(text)
        }
        return switch texts.count {
        case 1 where texts[0] == "health": .health
        case 2 where texts[0] == "layers" && !texts[1].isEmpty: .layer(texts[1])
        default: .nothing
        }
    }

    /// Returns whether a host, with or without a port, is an IP address or `localhost`.
    private static func isAddress(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let host = String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
        if host.hasPrefix("[") { return IPAddress(String(host.dropFirst().prefix { $0 != "]" })) != nil }
        let name = String(host.prefix { $0 != ":" })
        return name.lowercased() == "localhost" || IPAddress(name) != nil
    }

    private static func decoded(_ segment: Range<Int>, in bytes: Span<UInt8>) -> String? {
        var buffer = ByteBuffer()
        guard (try? PercentEncoding.decode(path: segment, in: bytes, to: &buffer)) != nil else { return nil }
        return buffer.withBytes { String(decoding: [UInt8]($0, in: 0..<$0.count), as: UTF8.self) }
    }
}
