import SearchEngine
import Testing

@Suite struct MannWhitneyTests {
    /// Two samples, and the results of `mannwhitneyu(a, b)` and of `mannwhitneyu(a, b, method="asymptotic")` in SciPy 1.17.1.
    struct Case: Sendable {
        var a: [Double]
        var b: [Double]
        var u: Double
        var p: Double
        var asymptotic: Double
    }

    private static let cases = [
        Case(a: [1, 2, 3, 4], b: [5, 6, 7, 8], u: 0, p: 0.02857142857142857, asymptotic: 0.03038282197657749),
        Case(a: [3.1], b: [2], u: 1, p: 1, asymptotic: 1),
        Case(a: [1, 5, 2, 8, 7], b: [3, 9, 4, 6], u: 8, p: 0.7301587301587302, asymptotic: 0.7133031738784577),
        Case(
            a: [1, 1, 2, 2, 3],
            b: [2, 2, 3, 3, 4, 4],
            u: 5,
            p: 0.07167312914446339,
            asymptotic: 0.07167312914446339
        ),
        Case(a: [7, 7, 7, 7, 7, 7], b: [7, 7, 7, 7, 7, 7], u: 18, p: 1, asymptotic: 1),
        Case(
            a: (0..<20).map(Double.init),
            b: (0..<20).map { Double($0) + 2.5 },
            u: 153,
            p: 0.20845355458876536,
            asymptotic: 0.20845355458876536
        ),
        Case(a: [0.5, 0.5, 1, 2], b: [100, 200, 300], u: 0, p: 0.04974599072150299, asymptotic: 0.04974599072150299),
    ]

    @Test(arguments: cases) func `u and p are those of SciPy`(example: Case) {
        let test = MannWhitney(example.a, example.b)
        #expect(test.u == example.u)
        #expect(abs(test.p - example.p) < 1e-12)
        #expect(abs(MannWhitney(example.a, example.b, by: .asymptotic).p - example.asymptotic) < 1e-12)
    }

    @Test func `the exact method needs a sample of at most 8 values, and no two equal values`() {
        let eight = (0..<8).map { Double($0) + 0.5 }
        let nine = (0..<9).map { Double($0) * 2 }
        #expect(MannWhitney(eight, nine).method == .exact)
        #expect(MannWhitney(nine, nine.map { $0 + 0.25 }).method == .asymptotic)
        #expect(MannWhitney([1, 1], [2, 3]).method == .asymptotic)
        #expect(MannWhitney([1, 2], [2, 3]).method == .asymptotic)
    }

    @Test func `the order of the two samples changes u, and not p`() {
        let (a, b) = ([4.0, 8, 15, 16, 23], [42.0, 7, 9])
        #expect(MannWhitney(a, b).u + MannWhitney(b, a).u == 15)
        #expect(MannWhitney(a, b).p == MannWhitney(b, a).p)
    }
}
