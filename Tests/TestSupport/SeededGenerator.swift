/// A random number generator that repeats its numbers for the same seed; print the seed when a test fails.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    // Adding an odd constant reaches every state. The multiplications spread each bit over the whole word.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 32)) &* 0xd6e8_feb8_6659_fd93
        word = (word ^ (word >> 32)) &* 0xd6e8_feb8_6659_fd93
        return word ^ (word >> 32)
    }
}
