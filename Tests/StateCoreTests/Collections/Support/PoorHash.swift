@testable import StateCore

/// Hashes of which many are alike, in the bits that lead down, in the tag, or altogether.
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
