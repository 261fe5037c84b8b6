import SearchEngine
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct SearchQualityTests {
    private static func branin(_ point: SearchPoint) -> Double {
        let (x, y) = (point.values[0], point.values[1])
        let bow = y - 5.1 / (4 * Double.pi * Double.pi) * x * x + 5 / Double.pi * x - 6
        return bow * bow + 10 * (1 - 1 / (8 * Double.pi)) * cos(x) + 10
    }

    @Test func `22 evaluations come within 0.1 of the least value of Branin's function`() {
        let space = SearchSpace([.real("x", -5...10), .real("y", 0...15)])
        var search = Search(space: space, start: SearchPoint([0, 0]), seed: 1, budget: 22)
        SearchRun.finish(&search) { .measured(Self.branin($0)) }
        #expect((search.best?.value ?? 100) < 0.397_887 + 0.1)
    }

    @Test func `250 evaluations come within 4 of the center of a sphere of 12 dimensions`() {
        let space = SearchSpace((0..<12).map { .real("x\($0)", -5...5) })
        let start = SearchPoint([Double](repeating: 3, count: 12))
        var search = Search(space: space, start: start, seed: 1, budget: 250, maxRepeats: 1)
        SearchRun.finish(&search) { .measured($0.values.reduce(0) { $0 + ($1 - 1) * ($1 - 1) }) }
        // The value of the start is 48.
        #expect((search.best?.value ?? 100) < 4)
    }

    @Test func `many dimensions with choices and steps come near the best options`() {
        let space = SearchSpace(
            (0..<6).map { .integer("n\($0)", 0...20) } + (0..<4).map { .choice("c\($0)", count: 3) }
        )
        var search = Search(space: space, start: SearchPoint([Double](repeating: 2, count: 10)), seed: 1, budget: 200)
        SearchRun.finish(&search) { point in
            let numbers = point.values[..<6].reduce(0) { $0 + ($1 - 12) * ($1 - 12) }
            return .measured(numbers + point.values[6...].reduce(0) { $0 + ($1 == 1 ? 0 : 10) })
        }
        // The value of the start is 640.
        #expect((search.best?.value ?? 1_000) <= 60)
    }

    @Test func `a choice and a number that depend on each other are found together`() {
        let space = SearchSpace([.choice("c", count: 4), .real("x", 0...1), .real("rate", 1e-4...1)])
        var search = Search(space: space, start: SearchPoint([0, 0.5, 0.1]), seed: 2, budget: 25)
        SearchRun.finish(&search) { point in
            let option = point.values[0]
            let decades = log10(point.values[2]) + 2
            let distance = point.values[1] - (option == 2 ? 0.5 : 0.2)
            return .measured((option == 2 ? 0 : 0.5) + 4 * distance * distance + decades * decades)
        }
        #expect(search.best?.point.values[0] == 2)
        #expect((search.best?.value ?? 1) < 0.1)
    }
}
