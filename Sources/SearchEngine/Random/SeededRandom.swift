#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// A random number generator that repeats its numbers for the same seed, on each machine.
///
/// The generator is xoshiro256++, and splitmix64 makes its first state from the seed. `shuffled(using:)` and
/// `randomElement(using:)` of the standard library may change between versions of Swift; the functions of this type do not.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)
    /// The second of the two numbers that the polar method makes at once.
    private var spareNormal: Double?

    package init(seed: UInt64) {
        var source = seed
        state = (Self.mix(&source), Self.mix(&source), Self.mix(&source), Self.mix(&source))
    }

    package mutating func next() -> UInt64 {
        let result = Self.rotate(state.0 &+ state.3, by: 23) &+ state.0
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotate(state.3, by: 45)
        return result
    }

    /// Returns a number from 0 to less than 1, a multiple of 2⁻⁵³.
    package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns an index from 0 to less than `count`; each has the same probability.
    package mutating func index(below count: Int) -> Int {
        precondition(count > 0, "an index needs at least one element")
        let bound = UInt64(count)
        // The product maps the word to an index. The words below `uneven` would prefer some indexes.
        let uneven = (0 &- bound) % bound
        while true {
            let product = next().multipliedFullWidth(by: bound)
            if product.low >= uneven { return Int(product.high) }
        }
    }

    /// Returns a number of the normal distribution with mean 0 and standard deviation 1, by Marsaglia's polar method.
    package mutating func normal() -> Double {
        if let spare = spareNormal {
            spareNormal = nil
            return spare
        }
        while true {
            let x = 2 * uniform() - 1
            let y = 2 * uniform() - 1
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            let factor = (-2 * log(square) / square).squareRoot()
            spareNormal = y * factor
            return x * factor
        }
    }

    /// Puts the elements in a random order, by Fisher and Yates.
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(last, index(below: last + 1))
        }
    }

    /// Returns the next number of splitmix64.
    private static func mix(_ source: inout UInt64) -> UInt64 {
        source &+= 0x9e37_79b9_7f4a_7c15
        var word = source
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    private static func rotate(_ word: UInt64, by count: UInt64) -> UInt64 { (word << count) | (word >> (64 - count)) }
}
