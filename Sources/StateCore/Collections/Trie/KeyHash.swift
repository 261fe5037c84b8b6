import JSONCore

/// A hash of key bytes; tests bring worse ones.
protocol KeyHash: Sendable {
    static func of(_ bytes: Span<UInt8>) -> UInt64
}

extension NameHash: KeyHash {}
