import Testing

@testable import SearchEngine

@Suite struct SearchNoiseTests {
    private static let space = SearchSpace([.integer("x", 0...9)])

    @Test(arguments: [UInt64(1), 2, 3])
    func `a lucky measurement of a bad point does not win`(seed: UInt64) {
        var search = Search(space: Self.space, start: SearchPoint([9]), seed: seed, budget: 40)
        var noise = SeededRandom(seed: seed)
        var isFirst = true
        SearchRun.finish(&search) { point in
            let value = (point.values[0] - 3) * (point.values[0] - 3) + noise.normal()
            // The start is the worst point but one; its first measurement is the lowest of all.
            defer { isFirst = false }
            return .measured(isFirst ? -5 : value)
        }
        #expect((2...4).contains(search.best?.point.values[0] ?? 9))
        #expect((search.best?.repeats ?? 0) >= 2)
        #expect(search.best.flatMap { $0.interval?.contains($0.value) } == true)
    }

    @Test func `a program without noise is measured once at each point but one`() {
        var search = Search(space: SearchRun.square, start: SearchPoint([0, 0]), seed: 4, budget: 12)
        let suggestions = SearchRun.finish(&search) { .measured(SearchRun.bowl($0)) }
        #expect(suggestions.count { $0.repeats > 0 } == 1)
    }

    @Test func `the better of two points is measured again`() {
        var search = Search(space: SearchSpace([.choice("x", count: 2)]), start: SearchPoint([0]), seed: 4, budget: 12)
        var noise = SeededRandom(seed: 4)
        let suggestions = SearchRun.finish(&search) { .measured($0.values[0] + noise.normal()) }
        #expect(suggestions.count == 3)
        #expect(search.best?.interval != nil)
    }

    @Test func `a limit of one measurement repeats no point`() {
        var search = Search(space: SearchRun.square, start: SearchPoint([0, 0]), seed: 5, budget: 10, maxRepeats: 1)
        var noise = SeededRandom(seed: 5)
        let suggestions = SearchRun.finish(&search) { .measured(SearchRun.bowl($0) + noise.normal()) }
        #expect(suggestions.allSatisfy { $0.repeats == 0 })
        #expect(search.best?.interval == nil)
    }

    @Test func `no point has more measurements than the limit`() {
        var search = Search(space: Self.space, start: SearchPoint([9]), seed: 6, budget: 200, maxRepeats: 4)
        var noise = SeededRandom(seed: 6)
        SearchRun.finish(&search) { .measured($0.values[0] + 20 * noise.normal()) }
        #expect(search.trials.count == 10)
        #expect(search.trials.map { $0.measurements.count }.max() == 4)
    }

    @Test func `halving repeats the best of the points with equally many measurements`() {
        func trial(_ x: Double, _ measurements: [Double]) -> Trial {
            var trial = Trial(point: SearchPoint([x]))
            for value in measurements { trial.add(.measured(value)) }
            return trial
        }
        var trials = (0..<8).map { trial(Double($0), [Double($0)]) }
        let order = Array(0..<8)
        func next(_ open: [Int: Int] = [:]) -> Int? {
            Halving.next(trials, order: order, share: 4, maxRepeats: 4) { open[$0] ?? 0 }
        }
        // Whether there is noise is unknown.
        #expect(next() == 0)
        #expect(next([0: 1]) == nil)
        trials[0] = trial(0, [-0.5, 0.5])
        #expect(next() == 1)
        #expect(next([1: 1]) == nil)
        // No noise.
        trials[0] = trial(0, [0, 0])
        #expect(next() == nil)
    }
}
