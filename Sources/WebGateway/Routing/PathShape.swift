import HTTPCore

/// The length of the paths that a pattern matches, and their first bytes: most paths have the shape of one pattern only.
struct PathShape: Sendable, Equatable {
    /// The number of bytes in a path, at least or exactly.
    private let count: Int
    private let isExact: Bool
    /// Up to eight bytes with which each path begins, the first one lowest, and the bits in which they are.
    private let start: UInt64
    private let mask: UInt64

    /// Creates the shape of the paths that begin with a prefix and have `more` bytes behind it, at least or exactly.
    init(_ prefix: [UInt8], more: Int, isExact: Bool) {
        count = prefix.count + more
        self.isExact = isExact
        start = PathShape.start(of: prefix.indices, in: prefix.span)
        mask = prefix.count < 8 ? 1 << UInt64(8 * prefix.count) - 1 : .max
    }

    /// Returns whether a path may match the pattern; `start` is `start(of:in:)` of the path.
    @inline(__always)
    func mayFit(_ path: Range<Int>, start: UInt64) -> Bool {
        (start ^ self.start) & mask == 0 && (isExact ? path.count == count : path.count >= count)
    }

    /// Returns up to eight bytes with which a path begins.
    static func start(of path: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
        var start: UInt64 = 0
        var shift: UInt64 = 0
        for offset in path.prefix(8) {
            start |= UInt64(bytes[offset]) << shift
            shift += 8
        }
        return start
    }
}
