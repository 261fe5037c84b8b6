import SearchEngine
import Testing

@testable import TunerCommands

@Suite struct SweepGridTests {
    private func values(_ dimension: SearchDimension, _ steps: Int) throws -> [Double] {
        try SweepGrid([dimension], steps: steps).points.map { $0.values[0] }
    }

    @Test func `the values of a number have equal distances, from end to end`() throws {
        #expect(try values(.real("x", -1...1), 5) == [-1, -0.5, 0, 0.5, 1])
        #expect(try values(.integer("x", 0...100), 5) == [0, 25, 50, 75, 100])
        #expect(try values(.integer("x", 0...10, step: 5), 2) == [0, 10])
    }

    @Test func `the values on a logarithmic scale have equal factors`() throws {
        #expect(try values(.integer("x", 1...1_000_000), 3) == [1, 1_000, 1_000_000])
    }

    @Test func `a number with few values, and a choice, has all its values`() throws {
        #expect(try values(.integer("x", 3...5), 7) == [3, 4, 5])
        #expect(try values(.real("x", 0...1, step: 0.25), 5) == [0, 0.25, 0.5, 0.75, 1])
        #expect(try values(.integer("x", 1...3, logarithmic: true), 9) == [1, 2, 3])
        #expect(try values(.choice("x", count: 4), 2) == [0, 1, 2, 3])
    }

    @Test func `the last dimension changes first, and the number of points is limited`() throws {
        let grid = try SweepGrid([.choice("x", count: 2), .integer("y", 1...9)], steps: 2)
        #expect(grid.points.map(\.values) == [[0, 1], [0, 9], [1, 1], [1, 9]])
        let wide = [SearchDimension](repeating: .choice("x", count: 11), count: 3)
        #expect { try SweepGrid(wide, steps: 2) } throws: { ($0 as? SweepGrid.TooLarge)?.count == 1_331 }
        let huge = [SearchDimension](repeating: .choice("x", count: 2), count: 64)
        #expect { try SweepGrid(huge, steps: 2) } throws: { ($0 as? SweepGrid.TooLarge).map(\.count) == .some(nil) }
    }
}
