import SearchEngine
import Testing

@Suite struct SearchTests {
    @Test func `the first point is the start, on the grid`() {
        let space = SearchSpace([.integer("x", 0...100, step: 10), .real("y", 0...1)])
        var search = Search(space: space, start: SearchPoint([42, 7]), seed: 1, budget: 5)
        #expect(search.suggest()?.point == SearchPoint([40, 1]))
    }

    @Test func `above eight dimensions, the middle of all numbers comes second, with the options of the start`() {
        let space = SearchSpace((0..<9).map { $0 == 0 ? .choice("c", count: 3) : .integer("x\($0)", 0...10) })
        let start = SearchPoint([2] + [Double](repeating: 0, count: 8))
        var search = Search(space: space, start: start, seed: 1, budget: 5)
        #expect(search.suggest()?.point == start)
        #expect(search.suggest()?.point == SearchPoint([2] + [Double](repeating: 5, count: 8)))
    }

    @Test func `equal seeds repeat a search, and other seeds give another one`() {
        func points(_ seed: UInt64) -> [SearchPoint] {
            var search = Search(space: SearchRun.square, start: SearchPoint([0.9, 0.1]), seed: seed, budget: 8)
            return SearchRun.finish(&search) { .measured(SearchRun.bowl($0)) }.map { $0.point }
        }
        let (first, second) = (points(1), points(2))
        #expect(points(1) == first)
        #expect(first != second)
        #expect(first.first == second.first)
    }

    @Test(arguments: [2, 9])
    func `a search that receives all reports again continues as it did`(dimensions: Int) {
        let space = SearchSpace((0..<dimensions).map { .real("x\($0)", 0...1) })
        let start = SearchPoint([Double](repeating: 0.5, count: dimensions))
        let fresh = Search(space: space, start: start, seed: 3, budget: 18)
        var live = fresh
        var noise = SeededRandom(seed: 4)
        var reports: [(suggestion: Suggestion, outcome: Outcome)] = []
        while let suggestion = live.suggest() {
            if reports.count % 6 == 5 {
                var resumed = fresh
                for (suggestion, outcome) in reports {
                    resumed.report(suggestion.number, suggestion.point, outcome)
                }
                #expect(resumed.suggest() == suggestion)
                #expect(resumed.best == live.best)
            }
            let value = suggestion.point.values.reduce(0) { $0 + ($1 - 0.3) * ($1 - 0.3) } + 0.1 * noise.normal()
            let outcome = suggestion.point.values[0] > 0.8 ? Outcome.refused : .measured(value)
            live.report(suggestion.number, suggestion.point, outcome)
            reports.append((suggestion, outcome))
        }
        #expect(reports.count == 18)
        #expect(reports.contains { $0.suggestion.repeats > 0 })
    }

    @Test func `the budget counts open suggestions and repeated evaluations`() {
        var search = Search(space: SearchRun.square, start: SearchPoint([0, 0]), seed: 5, budget: 3)
        let first = search.suggest()
        _ = search.suggest()
        _ = search.suggest()
        #expect(search.suggest() == nil)
        if let first { search.report(first.number, first.point, .measured(1)) }
        #expect(search.suggest() == nil)
        #expect(search.reports == 1)
        #expect(search.open.count == 2)
    }

    @Test func `a finite space is evaluated once, without a point twice, and then the search ends`() {
        let space = SearchSpace([.integer("x", 1...4), .choice("y", count: 3)])
        var search = Search(space: space, start: SearchPoint([2, 1]), seed: 6, budget: 100, maxRepeats: 1)
        let points = SearchRun.finish(&search) { .measured($0.values[0] + $0.values[1]) }.map { $0.point }
        #expect(points.count == 12)
        #expect(Set(points).count == 12)
        #expect(search.best?.point == SearchPoint([1, 0]))
    }

    @Test func `a finite space of many dimensions is evaluated completely, too`() {
        let space = SearchSpace((0..<9).map { $0 < 3 ? .choice("x\($0)", count: 2) : .integer("x\($0)", 1...1) })
        let start = SearchPoint([Double](repeating: 1, count: 9))
        var search = Search(space: space, start: start, seed: 7, budget: 100, maxRepeats: 1)
        #expect(Set(SearchRun.finish(&search) { .measured($0.values[0]) }.map { $0.point }).count == 8)
    }

    @Test(arguments: [2, 9])
    func `suggestions that are open at once are different points`(dimensions: Int) {
        let space = SearchSpace((0..<dimensions).map { .real("x\($0)", 0...1) })
        let start = SearchPoint([Double](repeating: 0.5, count: dimensions))
        var search = Search(space: space, start: start, seed: 8, budget: 40, maxRepeats: 1)
        var points: [SearchPoint] = []
        for _ in 0..<4 {
            let suggestions = (0..<4).compactMap { _ in search.suggest() }
            points += suggestions.map { $0.point }
            // The last one is reported first.
            for suggestion in suggestions.reversed() {
                let value = suggestion.point.values.reduce(0) { $0 + ($1 - 0.3) * ($1 - 0.3) }
                search.report(suggestion.number, suggestion.point, .measured(value))
            }
        }
        #expect(Set(points).count == 16)
        let least = points.indices.map { last in
            points[..<last].map { SearchRun.distance($0, points[last]) }.min() ?? 1
        }.min()
        #expect((least ?? 0) > 1e-4)
    }

    @Test func `the search avoids the part of the space that the guard refuses`() {
        var search = Search(space: SearchRun.square, start: SearchPoint([0.5, 0.2]), seed: 9, budget: 20)
        // The bowl is lowest in the refused part.
        let points = SearchRun.finish(&search) { point in
            point.values[1] > 0.6 ? .refused : .measured(SearchRun.bowl(point))
        }.map { $0.point }
        #expect(points.suffix(10).count { $0.values[1] > 0.7 } <= 3)
        #expect((search.best?.point.values[1] ?? 1) <= 0.6)
        // The least value of the accepted part is 0.02.
        #expect((search.best?.value ?? 1) < 0.04)
    }

    @Test func `failed measurements and values that are no numbers do not end a search`() {
        var search = Search(space: SearchRun.square, start: SearchPoint([0.5, 0.5]), seed: 10, budget: 10)
        var count = 0
        SearchRun.finish(&search) { point in
            count += 1
            return count < 6 ? (count % 2 == 0 ? .failed : .measured(.nan)) : .measured(SearchRun.bowl(point))
        }
        #expect(search.reports == 10)
        #expect(search.trials.filter { $0.failures > 0 }.count == 5)
        #expect(search.best != nil)
    }

    @Test func `a search without a measurement has no best point`() {
        var search = Search(space: SearchRun.square, start: SearchPoint([0.5, 0.5]), seed: 11, budget: 8)
        SearchRun.finish(&search) { _ in .refused }
        #expect(search.reports == 8)
        #expect(search.best == nil)
    }
}
