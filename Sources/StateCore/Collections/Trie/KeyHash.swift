import JSONCore

/// A hash function for the bytes of keys, replaceable so that tests can provoke collisions.
protocol KeyHash: Sendable {
    static func of(_ bytes: Span<UInt8>) -> UInt64
}

extension NameHash: KeyHash {}
