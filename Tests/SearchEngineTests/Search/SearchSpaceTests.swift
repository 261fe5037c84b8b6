import SearchEngine
import Testing

@Suite struct SearchSpaceTests {
    private static let dimensions: [SearchDimension] = [
        .real("ratio", 0...1),
        .real("rate", 1e-5...1),
        .real("gain", -3...4, step: 0.25),
        .real("uneven", 0...1, step: 0.3),
        .integer("threads", 1...32),
        .integer("batch", 1...4_096),
        .integer("even", 0...10, step: 2),
        .choice("algorithm", count: 3),
    ]

    @Test(arguments: dimensions)
    func `each place has a value of the dimension, and both ends have places`(dimension: SearchDimension) {
        let values = (0...1_000).map { dimension.value(at: Double($0) / 1_000) }
        #expect(values.first == dimension.low)
        #expect(values.last == dimension.high)
        #expect(values.allSatisfy { (dimension.low...dimension.high).contains($0) })
        #expect(values == values.sorted())
        #expect(values.allSatisfy { dimension.nearest($0) == $0 })
    }

    @Test(arguments: dimensions)
    func `the place of a value has this value`(dimension: SearchDimension) {
        for part in 0...200 {
            let value = dimension.value(at: Double(part) / 200)
            let again = dimension.value(at: dimension.unit(of: value))
            #expect(abs(again - value) <= 1e-12 * max(1, abs(value)))
        }
    }

    @Test func `a step leaves the values on the grid and the high end`() {
        let values = Set((0...1_000).map { SearchDimension.real("x", 0...1, step: 0.3).value(at: Double($0) / 1_000) })
        #expect(values.sorted().map { ($0 * 10).rounded() / 10 } == [0, 0.3, 0.6, 0.9, 1])
        #expect(SearchDimension.real("x", 0...1, step: 0.3).count == 5)
        #expect(SearchDimension.real("x", 0...0.3, step: 0.1).count == 4)
    }

    @Test func `a ratio of 1,000 between positive ends makes the scale logarithmic unless the caller decides`() {
        #expect(SearchDimension.real("x", 1...1_000).isLogarithmic)
        #expect(!SearchDimension.real("x", 1...999).isLogarithmic)
        #expect(!SearchDimension.real("x", 0...1_000).isLogarithmic)
        #expect(!SearchDimension.real("x", 1...1_000, logarithmic: false).isLogarithmic)
        #expect(SearchDimension.integer("x", 1...10, logarithmic: true).isLogarithmic)
        #expect(abs(SearchDimension.real("x", 1...10_000).value(at: 0.5) - 100) < 1e-9)
    }

    @Test func `the number of points is the product of the counts, or unknown`() {
        #expect(SearchSpace([.integer("a", 1...4), .choice("b", count: 3)]).count == 12)
        #expect(SearchSpace([.integer("a", 1...4), .real("b", 0...1)]).count == nil)
        let large = SearchDimension.integer("a", 0...(1 << 40))
        #expect(SearchSpace([large, large]).count == nil)
    }
}
