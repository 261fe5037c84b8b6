import RPCCore
import TestSupport
import Testing

@Suite struct HistogramTests {
    @Test func `an empty histogram returns 0`() {
        let histogram = Histogram()
        #expect(histogram.quantile(0.5) == 0)
        #expect(histogram.maximum == 0)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 1_000, 1 << 32, UInt64(Int64.max), .max - 1, .max] as [UInt64])
    func `the bound of a number is at most an eighth too large`(value: UInt64) {
        var histogram = Histogram()
        histogram.add(value)
        histogram.add(.max)
        let bound = histogram.quantile(0.5)
        #expect(bound >= value)
        #expect(bound - value <= value / 8)
        #expect(histogram.quantile(1) == .max)
    }

    @Test(arguments: Seeds.all)
    func `a quantile is at most an eighth larger than the exact one`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var histogram = Histogram()
        var values: [UInt64] = []
        for _ in 0..<2_000 {
            let value = generator.next() >> UInt64.random(in: 0...63, using: &generator)
            histogram.add(value)
            values.append(value)
        }
        values.sort()
        for share in [0.01, 0.25, 0.5, 0.9, 0.99, 1] {
            let exact = values[Int((Double(values.count) * share).rounded(.up)) - 1]
            let result = histogram.quantile(share)
            #expect(result >= exact && result - exact <= exact / 8, "seed \(seed), share \(share)")
        }
        #expect(histogram.maximum == values.last)
    }

    @Test func `a number can be added many times at once`() {
        var histogram = Histogram()
        histogram.add(3, times: 99)
        histogram.add(500)
        #expect(histogram.quantile(0.99) == 3)
        #expect(histogram.quantile(0.999) == 500)
    }

    @Test(arguments: Seeds.all)
    func `the numbers below a power of two are counted exactly`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var histogram = Histogram()
        var values: [UInt64] = [7, 8, 1_023, 1_024, 1_025]
        for _ in 0..<1_000 {
            values.append(generator.next() >> UInt64.random(in: 0...63, using: &generator))
        }
        for value in values {
            histogram.add(value)
        }
        let exact = (3...63).map { exponent in UInt64(values.count { $0 < 1 << UInt64(exponent) }) }
        #expect(histogram.counts(belowPowersOfTwo: 3...63) == exact, "seed \(seed)")
        #expect(Histogram().counts(belowPowersOfTwo: 10...12) == [0, 0, 0])
    }

    @Test func `more numbers than 32 bits count do not distort a quantile`() {
        var histogram = Histogram()
        histogram.add(3, times: 1 << 33)
        histogram.add(500, times: 1 << 33)
        histogram.add(9_000, times: 1)
        histogram.add(3, times: 1 << 33)
        #expect(histogram.quantile(0.6) == 3)
    }
}
