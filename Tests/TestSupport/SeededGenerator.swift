/// Randomness that its seed repeats: print the seed of what fails.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    // A counter in odd steps reaches every state; the multiplications spread each of its bits over all of the word.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 32)) &* 0xd6e8_feb8_6659_fd93
        word = (word ^ (word >> 32)) &* 0xd6e8_feb8_6659_fd93
        return word ^ (word >> 32)
    }
}
