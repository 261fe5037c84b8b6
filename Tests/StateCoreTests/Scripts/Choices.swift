import TestSupport

/// The random choices of a script: those of a seed, or those that bytes make, one byte a choice.
struct Choices: RandomNumberGenerator {
    private var bytes: ArraySlice<UInt8> = []
    /// Makes the choices after the last byte.
    private var seeded: SeededGenerator

    init(seed: UInt64) {
        seeded = SeededGenerator(seed: seed)
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes[...]
        seeded = SeededGenerator(seed: 0)
    }

    /// Whether no byte is left.
    var areUsedUp: Bool { bytes.isEmpty }

    mutating func next() -> UInt64 {
        guard let byte = bytes.popFirst() else { return seeded.next() }
        // A choice among few is made of the highest bits; a low bit that is set keeps it from being rejected as biased.
        return UInt64(byte) << 56 | 1 << 55
    }
}
