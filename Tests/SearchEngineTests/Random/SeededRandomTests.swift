import SearchEngine
import Testing

@Suite struct SeededRandomTests {
    /// Made with a separate Python program of xoshiro256++ and splitmix64.
    @Test func `the words are those of xoshiro256++ with a state from splitmix64`() {
        var random = SeededRandom(seed: 1)
        let words = (0..<3).map { _ in random.next() }
        #expect(words == [14_971_601_782_005_023_387, 13_781_649_495_232_077_965, 1_847_458_086_238_483_744])
    }

    @Test func `equal seeds repeat all numbers, and other seeds give other numbers`() {
        func numbers(_ seed: UInt64) -> [Double] {
            var random = SeededRandom(seed: seed)
            return (0..<20).flatMap { _ in [random.uniform(), random.normal(), Double(random.index(below: 1_000_000))] }
        }
        #expect(numbers(7) == numbers(7))
        #expect(numbers(7) != numbers(8))
    }

    @Test func `uniform numbers fill the range from 0 to 1`() {
        var random = SeededRandom(seed: 2)
        let numbers = (0..<20_000).map { _ in random.uniform() }
        #expect(numbers.allSatisfy { (0..<1).contains($0) })
        let mean = numbers.reduce(0, +) / 20_000
        #expect(abs(mean - 0.5) < 0.01)
        #expect(numbers.contains { $0 < 0.001 } && numbers.contains { $0 > 0.999 })
    }

    @Test func `normal numbers have mean 0 and variance 1, and 5 percent lie outside 1.96`() {
        var random = SeededRandom(seed: 3)
        let numbers = (0..<20_000).map { _ in random.normal() }
        let mean = numbers.reduce(0, +) / 20_000
        let variance = numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 20_000
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.05)
        #expect((900...1_100).contains(numbers.count { abs($0) > 1.96 }))
    }

    @Test func `each order of three elements is equally probable`() {
        var random = SeededRandom(seed: 4)
        var counts: [[Int]: Int] = [:]
        for _ in 0..<6_000 {
            var elements = [1, 2, 3]
            random.shuffle(&elements)
            counts[elements, default: 0] += 1
        }
        #expect(counts.count == 6)
        #expect(counts.values.allSatisfy { (880...1_120).contains($0) })
    }

    @Test func `an index of one element is 0`() {
        var random = SeededRandom(seed: 5)
        #expect(random.index(below: 1) == 0)
    }
}
