import TestSupport
import Testing

@testable import FlagEngine

@Suite struct BucketTests {
    @Test func `hashing a text in pieces gives the hash of the whole text`() {
        let bytes = Array("a text of several words, Zürich 😀".utf8)
        for count in 0...bytes.count {
            let whole = Array(bytes[..<count])
            for cut in 0...count {
                var murmur = Murmur3()
                murmur.add(Array(whole[..<cut]).span)
                murmur.add(Array(whole[cut...]).span)
                #expect(murmur.finish() == NaiveFlagd.hash(whole))
            }
        }
    }

    @Test func `hashes at bucket boundaries select the correct bucket`() throws {
        let edges: [(UInt32, Int)] = [(0, 0), (0x7FFF_FFFF, 0), (0x8000_0000, 1), (0xFFFF_FFFF, 1)]
        for (hash, index) in edges {
            #expect(Bucket(of: hash, weights: [50, 50], total: 100)?.index == index)
        }
        let most = Bucket.maxWeight
        #expect(Bucket(of: .max, weights: [most - 1, 1], total: most)?.index == 1)
        #expect(Bucket(of: .max, weights: [0, most, 0], total: most)?.index == 1)
        #expect(Bucket(of: 7, weights: [0, 0], total: 0) == nil)
    }

    @Test(arguments: Seeds.all)
    func `bucket sizes are proportional to their weights`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let weights = (0..<4).map { _ in Int64.random(in: 0...100, using: &random) } + [1]
        let total = weights.reduce(0, +)
        var counts = [Int64](repeating: 0, count: weights.count)
        let tries = 5_000
        for _ in 0..<tries {
            let hash = Murmur3.hash("user \(UInt64.random(in: 0 ... .max, using: &random))")
            counts[try #require(Bucket(of: hash, weights: weights, total: total)).index] += 1
        }
        for (count, weight) in zip(counts, weights) {
            let expected = Double(tries) * Double(weight) / Double(total)
            #expect(abs(Double(count) - expected) < 6 * max(expected, 1).squareRoot(), "seed \(seed)")
        }
    }
}
