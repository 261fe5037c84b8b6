import BlockingTests
import SearchEngine
import SystemCore
import TestSupport
import Testing

/// The statistics beside those of SciPy, on the same generated samples.
@Suite(.blocking) struct SciPyTests {
    private static let python = ProjectFile.path(".build/python/bin/python3")
    private static let scipy: ConditionTrait = .enabled(
        if: Demands.areStrict || (try? Program(python, ["-c", "import scipy"]).wait().code) == 0,
        "missing here: SciPy for Python; install it with: .ci/python"
    )

    private struct Samples {
        var a: [Double]
        var b: [Double]

        var line: String { [a, b].map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: ";") }
        var hasTies: Bool { Set(a + b).count < a.count + b.count }
    }

    /// Returns samples of 1 to 60 values: with and without equal values, and with shifts from none to large.
    private static func samples(_ count: Int, seed: UInt64) -> [Samples] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { number in
            let shift = [0, 0.3, 1, 5, -2][number % 5]
            // Rounding makes equal values; the last step makes nearly all of them equal.
            let step: Double? = [nil, nil, 0.5, 2, 50][random.index(below: 5)]
            func values(_ shift: Double) -> [Double] {
                (0..<1 + random.index(below: 60)).map { _ in
                    let value = 10 * (random.normal() + shift)
                    return step.map { (value / $0).rounded() * $0 } ?? value
                }
            }
            return Samples(a: values(0), b: values(shift))
        }
    }

    /// Returns the numbers of each line that a Python script prints for these samples.
    private static func results(of script: String, _ samples: [Samples]) throws -> [[Double]] {
        let start = """
            import sys, warnings
            import numpy, scipy.stats
            warnings.simplefilter("ignore")
            for line in sys.stdin:
                a, b = ([float(word) for word in part.split()] for part in line.split(";"))

            """
        let program = try Program(python, ["-c", start + script], on: .allPipes)
        try program.write(samples.map { "\($0.line)\n" }.joined())
        program.endInput()
        let result = try program.wait()
        try #require(result.code == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    }

    private static func isNear(_ value: Double, _ expected: Double) -> Bool {
        abs(value - expected) <= 1e-9 * max(abs(expected), 1e-200)
    }

    @Test(scipy) func `the median and the test of Mann and Whitney equal those of SciPy`() throws {
        let script = """
                auto = scipy.stats.mannwhitneyu(a, b)
                others = [scipy.stats.mannwhitneyu(a, b, method=name).pvalue for name in ("asymptotic", "exact")]
                print(numpy.median(a), numpy.median(b), auto.statistic, auto.pvalue, *others)
            """
        let samples = Self.samples(200, seed: 1)
        let results = try Self.results(of: script, samples)
        try #require(results.count == samples.count && results.allSatisfy { $0.count == 6 })
        #expect(samples.count(where: \.hasTies) > 60 && samples.count { !$0.hasTies } > 60)
        for (samples, result) in zip(samples, results) {
            let (a, b) = (samples.a, samples.b)
            #expect(Self.isNear(Median(a).value, result[0]) && Self.isNear(Median(b).value, result[1]))
            let test = MannWhitney(a, b)
            #expect(test.u == result[2] && Self.isNear(test.p, result[3]), "\(samples)")
            #expect(Self.isNear(MannWhitney(a, b, by: .asymptotic).p, result[4]), "\(samples)")
            // Counting the orders of larger samples takes seconds in a debug build.
            if !samples.hasTies, a.count * b.count < 600 {
                #expect(Self.isNear(MannWhitney(a, b, by: .exact).p, result[5]), "\(samples)")
            }
        }
    }

    /// The two programs draw other samples, so their intervals differ a little.
    @Test(scipy) func `the interval of 95 percent is between SciPy's of 93 and 97 percent`() throws {
        let script = """
                def difference(x, y, axis):
                    return numpy.median(x, axis=axis) - numpy.median(y, axis=axis)
                for level in (0.93, 0.97):
                    found = scipy.stats.bootstrap((b, a), difference, method="percentile", n_resamples=10_000,
                        confidence_level=level, random_state=numpy.random.default_rng(1)).confidence_interval
                    print(found.low, found.high, end=" ")
                print()
            """
        let samples = Self.samples(14, seed: 2).filter { $0.a.count > 2 && $0.b.count > 2 }
        let results = try Self.results(of: script, samples)
        try #require(results.count == samples.count && results.allSatisfy { $0.count == 4 })
        for (samples, bounds) in zip(samples, results) {
            let interval = BootstrapInterval(from: samples.a, to: samples.b, level: 0.05, resamples: 4_000, seed: 1)
            #expect((bounds[2]...bounds[0]).contains(interval.low), "\(interval) \(bounds)")
            #expect((bounds[1]...bounds[3]).contains(interval.high), "\(interval) \(bounds)")
        }
    }
}
