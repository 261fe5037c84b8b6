import Testing

@testable import LoadGenerator

@Suite struct LatencyHistogramTests {
    @Test func `quantiles are accurate to one part in 128`() {
        var histogram = LatencyHistogram()
        for value in 1...100_000 { histogram.add(Int64(value) * 100) }
        for share in [0.01, 0.5, 0.99, 1] {
            let exact = share * 10_000
            #expect(abs(histogram.microseconds(share) - exact) <= exact / 128)
        }
        #expect(histogram.maximum == 10_000_000)
    }

    @Test func `every order of magnitude is recorded accurately`() {
        for exponent in 0..<36 {
            var histogram = LatencyHistogram()
            let value = Int64(1) << Int64(exponent)
            histogram.add(value - 1)
            histogram.add(value)
            let exact = Double(value) / 1000
            #expect(abs(histogram.microseconds(1) - exact) <= exact / 128)
        }
    }

    @Test func `a latency out of range is counted`() {
        var histogram = LatencyHistogram()
        histogram.add(.max)
        histogram.add(-1)
        #expect(histogram.total == 2)
        #expect(histogram.microseconds(0.5) == 0)
    }

    @Test func `an empty histogram returns zero`() {
        #expect(LatencyHistogram().microseconds(0.99) == 0)
    }
}
