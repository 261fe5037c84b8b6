import SearchEngine
import Testing

@Suite struct MedianTests {
    @Test(
        arguments: [
            ([3.0], 3.0), ([4, 1], 2.5), ([9, 1, 5], 5), ([1, 2, 3, 100], 2.5), ([7, 7, 7], 7),
            ([Double.greatestFiniteMagnitude, .greatestFiniteMagnitude / 2], .greatestFiniteMagnitude * 0.75),
        ] as [([Double], Double)]
    )
    func `the median is the middle value, or the mean of the two middle ones`(values: [Double], median: Double) {
        #expect(Median(values).value == median)
    }

    @Test func `a sample of two values is one of them twice, or both`() {
        var median = Median([10, 20])
        var random = SeededRandom(seed: 1)
        var counts: [Double: Int] = [:]
        for _ in 0..<4_000 { counts[median.resampled(using: &random), default: 0] += 1 }
        #expect(Set(counts.keys) == [10, 15, 20])
        // Both values in either order: twice as probable as one of them twice.
        #expect((900...1_100).contains(counts[10] ?? 0) && (1_900...2_100).contains(counts[15] ?? 0))
    }

    @Test func `a sample of three values has the middle one as its median with probability 13/27`() {
        var median = Median([3, 1, 2])
        var random = SeededRandom(seed: 2)
        let medians = (0..<5_400).map { _ in median.resampled(using: &random) }
        #expect((2_500...2_700).contains(medians.count { $0 == 2 }))
        #expect((1_300...1_500).contains(medians.count { $0 == 1 }))
    }
}
