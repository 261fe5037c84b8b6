@testable import StateCore

/// Hash functions with many collisions: in the bits that select the path, in the tag, or in all bits.
enum PoorHash {
    enum None: KeyHash {
        static func of(_ bytes: Span<UInt8>) -> UInt64 { 0x5555_5555_5555_5555 }
    }

    enum Lengths: KeyHash {
        static func of(_ bytes: Span<UInt8>) -> UInt64 { UInt64(bytes.count) << 60 }
    }

    enum Lasts: KeyHash {
        static func of(_ bytes: Span<UInt8>) -> UInt64 { UInt64(bytes[bytes.count - 1] & 3) }
    }
}
