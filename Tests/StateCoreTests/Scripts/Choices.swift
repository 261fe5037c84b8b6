import TestSupport

/// The random choices of a script, from a seed or from given bytes.
///
/// Each byte makes one choice.
struct Choices: RandomNumberGenerator {
    private var bytes: ArraySlice<UInt8> = []
    /// The source of the choices after the last byte.
    private var seeded: SeededGenerator

    init(seed: UInt64) {
        seeded = SeededGenerator(seed: seed)
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes[...]
        seeded = SeededGenerator(seed: 0)
    }

    var areUsedUp: Bool { bytes.isEmpty }

    mutating func next() -> UInt64 {
        guard let byte = bytes.popFirst() else { return seeded.next() }
        // `Int.random(in:)` uses the highest bits. The low bit prevents that it rejects the number as biased and asks
        // again.
        return UInt64(byte) << 56 | 1 << 55
    }
}
