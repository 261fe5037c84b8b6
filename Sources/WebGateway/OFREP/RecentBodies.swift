/// The bodies of recent bulk requests: a client that polls sends the same bytes each time.
///
/// A body that was read before is neither parsed nor hashed again. Everything that is kept follows from its bytes alone.
package final class RecentBodies {
    /// The limit for the bytes of a body that is kept.
    package static let longestBody = 2 << 10
    /// The number of bodies that are kept at most, a power of two.
    package static let count = 128

    /// The bodies by the hash of their bytes; of two bodies with the same hash, the later one is kept.
    private var bodies = [OFREPBulkBody?](repeating: nil, count: count)

    private let tags: OFREPTags

    /// `tags` makes the tags of the responses.
    package init(_ tags: OFREPTags) { self.tags = tags }

    /// Returns a body that is kept, or reads and keeps it.
    package func body(_ bytes: Span<UInt8>) throws(OFREPFault) -> OFREPBulkBody {
        guard bytes.count <= RecentBodies.longestBody else { return try OFREPBulkBody(bytes, tags) }
        let index = RecentBodies.index(of: bytes)
        if let kept = bodies[index], kept.equals(bytes) { return kept }
        let body = try OFREPBulkBody(bytes, tags)
        bodies[index] = body
        return body
    }

    /// Returns the slot of a body by the hash FNV-1a.
    private static func index(of bytes: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices {
            hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: hash >> 32) & (count - 1)
    }
}

@available(*, unavailable)
extension RecentBodies: Sendable {}
